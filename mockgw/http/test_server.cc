#include "mockgw/http/test_server.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "mockgw/base/check.h"

namespace paystorm::mockgw {
namespace {

// Content-Length of the head that ends at `head_end`; 0 when it has none.
size_t BodySize(const std::string& bytes, size_t head_end) {
  const size_t at = bytes.find("Content-Length: ");
  if (at == std::string::npos || at > head_end) return 0;
  return static_cast<size_t>(std::atoll(bytes.c_str() + at + 16));
}

// False when the peer has gone or does not read for a second.
bool SendAll(int fd, const std::string& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t sent = send(fd, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (sent > 0) {
      done += static_cast<size_t>(sent);
      continue;
    }
    pollfd writable = {fd, POLLOUT, 0};
    if (errno != EAGAIN || poll(&writable, 1, 1000) <= 0) return false;
  }
  return true;
}

}  // namespace

TestServer::TestServer(Rule rule, int port) : rule_(std::move(rule)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  const int reuse = 1;
  setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &reuse, sizeof reuse);
  socklen_t size = sizeof address;
  CHECK(bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
        listen(listener_, 4096) == 0 &&
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0)
      << "a test can listen on loopback";
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { Loop(); });
}

TestServer::~TestServer() {
  stop_.store(true);
  thread_.join();
  for (const auto& [fd, connection] : open_) close(fd);
  close(listener_);
}

std::string TestServer::url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/x"; }

std::vector<Arrival> TestServer::arrivals() const {
  return arrivals_.With([](const auto& all) { return all; });
}

void TestServer::Loop() {
  while (!stop_.load()) {
    std::vector<pollfd> fds = {{listener_, POLLIN, 0}};
    for (const auto& [fd, connection] : open_) fds.push_back({fd, POLLIN, 0});
    if (poll(fds.data(), fds.size(), 20) <= 0) continue;
    for (size_t i = 1; i < fds.size(); ++i) {
      if (fds[i].revents != 0) Read(fds[i].fd);
    }
    Accept();
  }
}

void TestServer::Accept() {
  while (true) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) return;
    ++accepted_;
    open_[fd];
  }
}

// What the kernel already has counts too: the client sent it, whether or not we came to read it.
size_t TestServer::CountReady(size_t whole) {
  Accept();
  size_t ready = 0;
  for (const auto& [fd, connection] : open_) {
    int waiting = 0;
    if (ioctl(fd, FIONREAD, &waiting) != 0) continue;
    if (connection.bytes.size() + static_cast<size_t>(waiting) + 1 >= whole) ++ready;
  }
  return ready;
}

void TestServer::Read(int fd) {
  char buffer[65536];
  while (true) {
    const ssize_t count = recv(fd, buffer, sizeof buffer, 0);
    if (count < 0) return;
    Connection& connection = open_[fd];
    if (count == 0) {
      close(fd);
      open_.erase(fd);
      return;
    }
    connection.bytes.append(buffer, static_cast<size_t>(count));
    while (TakeOne(fd, connection)) {
    }
    if (!open_.contains(fd)) return;
  }
}

bool TestServer::TakeOne(int fd, Connection& connection) {
  const size_t head = connection.bytes.find("\r\n\r\n");
  if (head == std::string::npos) return false;
  const size_t body_size = BodySize(connection.bytes, head);
  const size_t whole = head + 4 + body_size;
  if (connection.bytes.size() < whole) return false;
  Arrival arrival;
  arrival.head = connection.bytes.substr(0, head + 2);
  arrival.body = connection.bytes.substr(head + 4, body_size);
  if (arrivals_.With([](const auto& all) { return all.empty(); })) {
    arrival.ready_connections = CountReady(whole);
  }
  connection.bytes.erase(0, whole);
  std::string answer = rule_(arrival.body);
  arrivals_.With([&](auto& all) { all.push_back(arrival); });
  if (answer.empty()) {
    const linger reset = {1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    close(fd);
    open_.erase(fd);
    return false;
  }
  if (answer.starts_with("HOLD")) answer.erase(0, 4);
  return SendAll(fd, answer);
}

}  // namespace paystorm::mockgw
