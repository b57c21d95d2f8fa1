#include "http/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace paystorm_reference {

using std::chrono::milliseconds;

RawClient::RawClient(uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  const int one = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
}

RawClient::~RawClient() { ::close(fd_); }

bool RawClient::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

void RawClient::EndSending() { ::shutdown(fd_, SHUT_WR); }

bool RawClient::Fill(milliseconds limit) {
  if (end_) return false;
  pollfd entry{fd_, POLLIN, 0};
  if (::poll(&entry, 1, static_cast<int>(limit.count())) != 1) return false;
  char buffer[16384];
  const ssize_t count = ::recv(fd_, buffer, sizeof(buffer), 0);
  if (count <= 0) {
    end_ = true;
    return false;
  }
  in_.append(buffer, static_cast<size_t>(count));
  return true;
}

std::optional<RawResponse> RawClient::Read(bool head) {
  const milliseconds limit(5000);
  size_t end = 0;
  while ((end = in_.find("\r\n\r\n")) == std::string::npos) {
    if (!Fill(limit)) return std::nullopt;
  }
  RawResponse response;
  response.status = std::atoi(in_.c_str() + 9);
  for (size_t at = in_.find("\r\n") + 2; at < end;) {
    const size_t line_end = in_.find("\r\n", at);
    const size_t colon = in_.find(": ", at);
    std::string name = in_.substr(at, colon - at);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    response.headers[name] = in_.substr(colon + 2, line_end - colon - 2);
    at = line_end + 2;
  }
  in_.erase(0, end + 4);
  const auto length = response.headers.find("content-length");
  if (head || length == response.headers.end()) return response;
  const size_t size = std::stoul(length->second);
  while (in_.size() < size) {
    if (!Fill(limit)) return std::nullopt;
  }
  response.body = in_.substr(0, size);
  in_.erase(0, size);
  return response;
}

std::string RawClient::ReadBody() {
  const auto response = Read();
  return response ? response->body : "no answer";
}

int RawClient::ReadStatus() {
  const auto response = Read();
  return response ? response->status : 0;
}

bool RawClient::ReadsEnd(milliseconds limit) {
  if (!in_.empty()) return false;
  return !Fill(limit) && end_;
}

int StatusOf(uint16_t port, std::string_view request) {
  RawClient client(port);
  client.Send(request);
  return client.ReadStatus();
}

std::unique_ptr<HttpServer> StartOrDie(HttpServer::Options options, HttpServer::Handler handler,
                                       HttpServer::InlineHandler inline_handler) {
  std::string error;
  auto server =
      HttpServer::Start(std::move(options), std::move(handler), std::move(inline_handler), &error);
  if (server == nullptr) {
    std::fprintf(stderr, "%s\n", error.c_str());
    std::abort();
  }
  return server;
}

HttpResponse Echo(const HttpRequest& request) {
  HttpResponse response;
  response.body = request.method + " " + request.target + " " + request.body;
  return response;
}

}  // namespace paystorm_reference
