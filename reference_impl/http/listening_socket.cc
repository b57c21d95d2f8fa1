#include "http/listening_socket.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace paystorm_reference {
namespace {

uint16_t LocalPort(int fd) {
  sockaddr_storage address{};
  socklen_t length = sizeof(address);
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return 0;
  if (address.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
  }
  if (address.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  }
  return 0;
}

// The lowest descriptor that is bound to TCP `port` and listens, or does not; -1 when none is.
int FindSocket(uint16_t port, bool listens) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/fd"), &::closedir);
  if (folder == nullptr) return -1;
  while (const dirent* entry = ::readdir(folder.get())) {
    const int fd = std::atoi(entry->d_name);
    if (fd <= 2 || LocalPort(fd) != port) continue;
    int listening = 0;
    socklen_t length = sizeof(listening);
    if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) != 0) continue;
    if ((listening != 0) == listens) return fd;
  }
  return -1;
}

}  // namespace

bool CloseListeningSocket(uint16_t port) {
  const int fd = FindSocket(port, true);
  if (fd < 0) return false;
  // A socket, not /dev/null: accept on it fails in the way Pistache takes for harmless.
  const int inert = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (inert < 0) return false;
  ::dup3(inert, fd, O_CLOEXEC);
  ::close(inert);
  return true;
}

bool HasAcceptedSockets(uint16_t port) { return FindSocket(port, false) >= 0; }

}  // namespace paystorm_reference
