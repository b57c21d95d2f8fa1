#ifndef PAYSTORM_REFERENCE_HTTP_HTTP_SERVER_H_
#define PAYSTORM_REFERENCE_HTTP_HTTP_SERVER_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paystorm_reference {

// One complete request as a handler sees it. A plain value: Thread-compatible.
struct HttpRequest {
  std::string method;  // as sent, e.g. "POST"; methods are case-sensitive
  std::string target;  // path and query as sent, not decoded; never empty
  // In the order sent, names in the sender's spelling, values without surrounding blanks and tabs.
  // A header sent twice stands here twice.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  // the raw bytes, a chunked body put together; may be empty
  // When its last byte had been read, so that a handler can count the wait in the queue.
  std::chrono::steady_clock::time_point arrived = std::chrono::steady_clock::now();

  // How many headers carry this name, in any case of letters.
  size_t CountHeader(std::string_view name) const;
  // The value of the first header with this name, or empty when there is none. The view lives as
  // long as this request is unchanged.
  std::string_view Header(std::string_view name) const;
  // The target up to its first '?'. The view lives as long as this request is unchanged.
  std::string_view path() const;
};

// What a handler answers. The server adds Content-Length, Date and Connection itself; the answer to
// a HEAD carries the length of `body` but not the body, and a 204 or 304 carries neither.
struct HttpResponse {
  int status = 200;  // 200..599; anything else is answered as 500
  std::string body;
  std::string content_type = "application/json";
};

// HttpServer speaks HTTP/1.0 and 1.1 on one port. Pistache accepts the connections and drives the
// I/O threads; a request is framed here, run on a bounded pool of workers, and answered in the
// order in which its connection sent it. The requests of one connection run one after the other,
// those of different connections side by side.
//
// What a client meets without the handler knowing of it: 400 and close for bytes that are no HTTP,
// whose length is ambiguous or which end too early, 413 and close for too large a body, 431 and
// close for too large a header, 408 and close for a request that does not arrive in time, 501 and
// close for a transfer coding other than chunked, 503 when the queue is full.
//
// Thread-safe.
class HttpServer final {
 public:
  struct Options {
    std::string bind = "127.0.0.1";  // an IP address, not a name
    uint16_t port = 0;               // 0: any free one, see port()
    int backlog = 4096;              // connections the kernel holds until they are accepted
    size_t io_threads = 2;           // at least 1
    size_t workers = 16;             // at least 1; as many handlers run at once
    size_t queue = 2048;             // requests waiting for a worker; beyond it: 503 at once
    size_t max_header_bytes = 16384;
    size_t max_body_bytes = 65536;
    // From the last answer (or the connect) to the first byte of the next request; then closed
    // without a word.
    std::chrono::milliseconds idle_timeout{60000};
    // From the first byte of a request to its last; then 408 and closed. Time in the queue and in
    // the handler does not count. Also how long a client may leave an answer unread.
    std::chrono::milliseconds request_timeout{10000};
    std::string overload_body = R"({"code":"FAIL","message":"too many requests are waiting"})";
  };

  // Runs on a worker and may block. Whatever it throws, of any type, becomes a 500 with a fixed
  // body; nothing of the exception reaches the client.
  using Handler = std::function<HttpResponse(const HttpRequest&)>;
  // Runs on an I/O thread before the queue, so it must not block; nullopt passes the request on to
  // a worker. It answers even when the queue is full.
  using InlineHandler = std::function<std::optional<HttpResponse>(const HttpRequest&)>;

  // Listens, and serves until Drain or destruction. Null on failure, e.g. when the port is in use,
  // and then `*error` is one line saying what and why; nothing is left running. `inline_handler`
  // may be empty, `handler` may not. Sets SIGPIPE to be ignored in the whole process, because a
  // client that leaves must not end it.
  static std::unique_ptr<HttpServer> Start(Options options, Handler handler,
                                           InlineHandler inline_handler, std::string* error);

  // The port listened on; stays the same after Drain.
  uint16_t port() const;

  // Closes the listening socket at once, waits until every request that had been read whole is
  // answered or `deadline` is over, closes all connections and joins all threads. A handler that
  // outlives the deadline cannot be stopped and is waited for, so handlers should be bounded;
  // requests still in the queue then are dropped. True when all such requests were answered. A
  // second call returns the first one's result.
  bool Drain(std::chrono::milliseconds deadline);

  // Drains with a deadline of zero.
  ~HttpServer();

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_HTTP_SERVER_H_
