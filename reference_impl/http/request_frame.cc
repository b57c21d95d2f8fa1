#include "http/request_frame.h"

#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <cstdint>
#include <string>
#include <utility>

namespace paystorm_reference {

namespace beast = boost::beast;
namespace http = boost::beast::http;

// Beast's basic_parser, and not its request_parser: that one sorts headers of one name together,
// takes trailers for headers, and reserves what Content-Length claims.
class RequestFrame::Parser final : public http::basic_parser<true> {
 public:
  explicit Parser(Limits limits) : limits_(limits) {
    eager(true);
    header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    body_limit(limits.body_bytes);
  }

  HttpRequest request;
  int version = 11;
  bool expects_continue = false;
  bool header_done = false;
  bool body_started = false;
  int refusal = 0;  // set when a callback, and not Beast, refuses

 private:
  using View = beast::string_view;
  using Error = beast::error_code;

  void on_request_impl(http::verb, View method, View target, int sent_version,
                       Error& error) override {
    request.method.assign(method.data(), method.size());
    request.target.assign(target.data(), target.size());
    version = sent_version;
    CountHeaderBytes(method.size() + target.size(), error);
  }

  void on_response_impl(int, View, int, Error& error) override { error = http::error::bad_version; }

  void on_field_impl(http::field field, View name, View value, Error& error) override {
    // Beast's own limit only looks at what it has not taken yet, so a header that trickles in line
    // by line would grow without end.
    CountHeaderBytes(name.size() + value.size() + 4, error);
    if (error || header_done) return;  // a trailer is no header
    if (field == http::field::expect && beast::iequals(value, "100-continue")) {
      expects_continue = true;
    }
    if (field == http::field::transfer_encoding && !beast::iequals(value, "chunked")) {
      refusal = 501;
    }
    request.headers.emplace_back(std::string(name.data(), name.size()),
                                 std::string(value.data(), value.size()));
  }

  void on_header_impl(Error& error) override {
    header_done = true;
    if (refusal == 0 && version < 11 && chunked()) refusal = 400;
    if (refusal != 0) error = http::error::bad_transfer_encoding;
  }

  void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}

  std::size_t on_body_impl(View bytes, Error&) override { return Append(bytes); }

  void on_chunk_header_impl(std::uint64_t, View, Error&) override {}

  std::size_t on_chunk_body_impl(std::uint64_t, View bytes, Error&) override {
    return Append(bytes);
  }

  void on_finish_impl(Error&) override {}

  std::size_t Append(View bytes) {
    body_started = body_started || !bytes.empty();
    request.body.append(bytes.data(), bytes.size());
    return bytes.size();
  }

  void CountHeaderBytes(size_t bytes, Error& error) {
    header_bytes_ += bytes;
    if (header_bytes_ > limits_.header_bytes) error = http::error::header_limit;
  }

  const Limits limits_;
  size_t header_bytes_ = 0;
};

RequestFrame::RequestFrame(Limits limits) : limits_(limits) { Restart(); }

RequestFrame::~RequestFrame() = default;

void RequestFrame::Restart() {
  parser_ = std::make_unique<Parser>(limits_);
  started_ = false;
  refusal_ = 0;
}

size_t RequestFrame::Put(std::string_view bytes) {
  if (complete() || refusal_ != 0) return 0;
  size_t taken = 0;
  if (!started_) {
    while (taken < bytes.size() && (bytes[taken] == '\r' || bytes[taken] == '\n')) ++taken;
    bytes.remove_prefix(taken);
    if (bytes.empty()) return taken;
    started_ = true;
  }
  if (bytes.empty()) return taken;
  beast::error_code error;
  const size_t parsed = parser_->put(boost::asio::const_buffer(bytes.data(), bytes.size()), error);
  taken += parsed;
  if (error == http::error::need_more) {
    // Left over is part of a line of the header, of a chunk's header or of the trailers.
    if (bytes.size() - parsed > limits_.header_bytes) refusal_ = parser_->header_done ? 400 : 431;
  } else if (error) {
    if (parser_->refusal != 0) {
      refusal_ = parser_->refusal;
    } else if (error == http::error::body_limit) {
      refusal_ = 413;
    } else if (error == http::error::header_limit) {
      refusal_ = 431;
    } else {
      refusal_ = 400;
    }
  }
  return taken;
}

bool RequestFrame::started() const { return started_; }

bool RequestFrame::complete() const { return refusal_ == 0 && parser_->is_done(); }

int RequestFrame::refusal() const { return refusal_; }

bool RequestFrame::expects_continue() const {
  return parser_->header_done && parser_->expects_continue && parser_->version >= 11 &&
         !parser_->body_started && !complete();
}

bool RequestFrame::keep_alive() const { return refusal_ == 0 && parser_->keep_alive(); }

bool RequestFrame::is_http_1_0() const { return parser_->version < 11; }

bool RequestFrame::is_head() const { return parser_->request.method == "HEAD"; }

HttpRequest RequestFrame::Take() {
  HttpRequest request = std::move(parser_->request);
  request.arrived = std::chrono::steady_clock::now();
  Restart();
  return request;
}

}  // namespace paystorm_reference
