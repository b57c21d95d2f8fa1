#include "test/support/http_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace paystorm_reference::test {
namespace {

std::string Exchange(uint16_t port, std::string_view request) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval timeout{7, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    while (!request.empty()) {
      const ssize_t sent = send(fd, request.data(), request.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;
      request.remove_prefix(static_cast<size_t>(sent));
    }
    char buffer[4096];
    ssize_t size = 0;
    while ((size = recv(fd, buffer, sizeof buffer, 0)) > 0) {
      answer.append(buffer, static_cast<size_t>(size));
    }
  }
  close(fd);
  return answer;
}

}  // namespace

Answer Send(uint16_t port, std::string_view method, std::string_view path, const Headers& headers,
            std::string_view body) {
  std::string request;
  request.append(method).append(" ").append(path).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
  request.append("Connection: close\r\n");
  for (const auto& [name, value] : headers) {
    request.append(name).append(": ").append(value).append("\r\n");
  }
  request.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  request.append(body);
  const std::string text = Exchange(port, request);
  const size_t end = text.find("\r\n\r\n");
  if (text.rfind("HTTP/1.1 ", 0) != 0 || end == std::string::npos) return {};
  return {std::atoi(text.c_str() + 9), text.substr(end + 4)};
}

Answer Get(uint16_t port, std::string_view path) { return Send(port, "GET", path, {}, ""); }

}  // namespace paystorm_reference::test
