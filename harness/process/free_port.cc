#include "harness/process/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <random>

#include "harness/process/spawn.h"

namespace paystorm {
namespace {

constexpr int kLowest = 10000;

int EphemeralBegin() {
  std::ifstream file("/proc/sys/net/ipv4/ip_local_port_range");
  int begin = 32768;
  file >> begin;
  // A machine that gives nearly all ports away as ephemeral leaves no room below them.
  return begin > kLowest + 1000 ? begin : 65000;
}

}  // namespace

bool IsPortFree(int port) {
  const UniqueFd socket_fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  (void)setsockopt(socket_fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return bind(socket_fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
         listen(socket_fd.get(), 1) == 0;
}

Result<int> FreePort() {
  // Chance comes from the machine, not from the seed: two runs at once must not try the same ports.
  std::random_device chance;
  std::uniform_int_distribution<int> ports(kLowest, EphemeralBegin() - 1);
  for (int attempt = 0; attempt < 200; ++attempt) {
    const int port = ports(chance);
    if (IsPortFree(port)) return port;
  }
  return Unavailable("no free port on 127.0.0.1 after 200 tries");
}

}  // namespace paystorm
