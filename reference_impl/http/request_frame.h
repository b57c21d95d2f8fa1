#ifndef PAYSTORM_REFERENCE_HTTP_REQUEST_FRAME_H_
#define PAYSTORM_REFERENCE_HTTP_REQUEST_FRAME_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "http/http_server.h"

namespace paystorm_reference {

// RequestFrame finds where one request ends in a stream of bytes, whatever the pieces it comes in.
// Nothing is reserved by what a Content-Length claims: memory grows with the bytes that came.
//
// Thread-compatible.
class RequestFrame final {
 public:
  struct Limits {
    size_t header_bytes = 0;  // names and values of all headers, and the request line
    size_t body_bytes = 0;    // after the chunks are put together
  };

  explicit RequestFrame(Limits limits);
  ~RequestFrame();

  // Takes what it can from the front of `bytes` and returns how many bytes that is; the caller
  // hands in the rest again, with more behind it. Blank lines before the request are taken and
  // forgotten. Takes nothing once complete() or refused.
  size_t Put(std::string_view bytes);

  bool started() const;   // a byte of a request has come
  bool complete() const;  // to its last byte
  int refusal() const;    // 0, or the status to answer before closing: 400, 413, 431 or 501

  // The header is complete, the sender waits for "100 Continue", and no byte of the body has come.
  bool expects_continue() const;
  // From here on valid once complete() or refused.
  bool keep_alive() const;  // the sender wants the connection to stay open
  bool is_http_1_0() const;
  bool is_head() const;

  // Moves the request out and starts over with the next one. Requires complete().
  HttpRequest Take();

 private:
  class Parser;

  void Restart();

  Limits limits_;
  std::unique_ptr<Parser> parser_;
  bool started_ = false;
  int refusal_ = 0;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_REQUEST_FRAME_H_
