#ifndef PAYSTORM_MOCKGW_HTTP_TEST_SERVER_H_
#define PAYSTORM_MOCKGW_HTTP_TEST_SERVER_H_

// A plain HTTP server for tests, on one thread: it notes each request in the order in which they
// were complete, and answers by a rule that the test gives. Bodies come with Content-Length.
// Thread-safe.

#include <atomic>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "mockgw/base/guarded.h"

namespace paystorm::mockgw {

struct Arrival {
  std::string head;  // request line and headers, with the line breaks between them
  std::string body;
  // The first arrival only: connections whose bytes, read or waiting in the kernel, were all but
  // the last of a request of the same size, or more.
  size_t ready_connections = 0;
};

class TestServer final {
 public:
  // The bytes to send for a request; empty: reset the connection. "HOLD" as the first four bytes:
  // send the rest and then nothing more.
  using Rule = std::function<std::string(const std::string& body)>;

  // On a free port when `port` is 0.
  explicit TestServer(Rule rule, int port = 0);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  std::string url() const;
  std::vector<Arrival> arrivals() const;
  size_t connections() const { return accepted_.load(); }

 private:
  struct Connection {
    std::string bytes;
  };
  void Loop();
  void Accept();
  size_t CountReady(size_t whole);
  void Read(int fd);
  // True when a whole request was taken out of the connection's bytes and answered.
  bool TakeOne(int fd, Connection& connection);

  const Rule rule_;
  int listener_ = -1;
  int port_ = 0;
  std::map<int, Connection> open_;  // of the loop's thread
  std::atomic<size_t> accepted_{0};
  std::atomic<bool> stop_{false};
  Guarded<std::vector<Arrival>> arrivals_;
  std::thread thread_;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_TEST_SERVER_H_
