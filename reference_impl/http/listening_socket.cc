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

bool ListensOn(int fd, uint16_t port) {
  int listening = 0;
  socklen_t length = sizeof(listening);
  if (::getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &length) != 0 || listening == 0) {
    return false;
  }
  sockaddr_storage address{};
  length = sizeof(address);
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &length) != 0) return false;
  if (address.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port) == port;
  }
  return address.ss_family == AF_INET6 &&
         ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port) == port;
}

}  // namespace

bool CloseListeningSocket(uint16_t port) {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc/self/fd"), &::closedir);
  if (folder == nullptr) return false;
  while (const dirent* entry = ::readdir(folder.get())) {
    const int fd = std::atoi(entry->d_name);
    if (fd <= 2 || !ListensOn(fd, port)) continue;
    // A socket, not /dev/null: accept on it fails in the way Pistache takes for harmless.
    const int inert = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (inert < 0) return false;
    ::dup3(inert, fd, O_CLOEXEC);
    ::close(inert);
    return true;
  }
  return false;
}

}  // namespace paystorm_reference
