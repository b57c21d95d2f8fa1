#ifndef PAYSTORM_REFERENCE_HTTP_RAW_CLIENT_H_
#define PAYSTORM_REFERENCE_HTTP_RAW_CLIENT_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/http_server.h"

namespace paystorm_reference {

struct RawResponse {
  int status = 0;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// For tests: a socket that sends exactly the bytes it is told to. Every wait ends after 5 s.
//
// Owned by one thread.
class RawClient final {
 public:
  explicit RawClient(uint16_t port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool connected() const { return connected_; }
  int fd() const { return fd_; }
  // Each call is a packet of its own. False when the connection is gone.
  bool Send(std::string_view bytes);
  void EndSending();
  // The next answer; a HEAD's has no body. Empty at the end of the stream or after 5 s.
  std::optional<RawResponse> Read(bool head = false);
  // Of the next answer; "no answer" or 0 when none comes.
  std::string ReadBody();
  int ReadStatus();
  // True when the server closes with no further byte within `limit`.
  bool ReadsEnd(std::chrono::milliseconds limit = std::chrono::milliseconds(5000));

 private:
  bool Fill(std::chrono::milliseconds limit);

  int fd_ = -1;
  bool connected_ = false;
  bool end_ = false;
  std::string in_;
};

// Sends `request` on a connection of its own and returns the status, or 0 for no answer.
int StatusOf(uint16_t port, std::string_view request);

// A server on a free loopback port, or a fatal message.
std::unique_ptr<HttpServer> StartOrDie(HttpServer::Options options, HttpServer::Handler handler,
                                       HttpServer::InlineHandler inline_handler = nullptr);
// Answers "<method> <target> <body>".
HttpResponse Echo(const HttpRequest& request);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_RAW_CLIENT_H_
