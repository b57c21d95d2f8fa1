#include "http/response_bytes.h"

#include <boost/beast/http/status.hpp>
#include <ctime>

namespace paystorm_reference {
namespace {

std::string ReasonPhrase(int status) {
  namespace http = boost::beast::http;
  const auto phrase = http::obsolete_reason(http::int_to_status(static_cast<unsigned>(status)));
  return std::string(phrase.data(), phrase.size());
}

// Names of days and months by hand: strftime would follow the locale.
std::string DateNow() {
  static constexpr const char* kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::time_t now = std::time(nullptr);
  thread_local std::time_t cached_at = -1;
  thread_local std::string cached;
  if (now == cached_at) return cached;
  std::tm utc{};
  gmtime_r(&now, &utc);
  auto two = [](int value) { return std::string(value < 10 ? "0" : "") + std::to_string(value); };
  cached = std::string(kDays[utc.tm_wday]) + ", " + two(utc.tm_mday) + " " + kMonths[utc.tm_mon] +
           " " + std::to_string(utc.tm_year + 1900) + " " + two(utc.tm_hour) + ":" +
           two(utc.tm_min) + ":" + two(utc.tm_sec) + " GMT";
  cached_at = now;
  return cached;
}

}  // namespace

std::string ResponseBytes(const HttpResponse& response, AnswerShape shape) {
  if (response.status < 200 || response.status > 599) {
    return ResponseBytes(FixedResponse(500), shape);
  }
  const bool bodiless = response.status == 204 || response.status == 304;
  std::string bytes;
  bytes.reserve(192 + response.body.size());
  bytes += "HTTP/1.1 " + std::to_string(response.status) + " " + ReasonPhrase(response.status);
  bytes += "\r\nDate: " + DateNow() + "\r\n";
  if (!bodiless) {
    bytes += "Content-Type: " + response.content_type +
             "\r\nContent-Length: " + std::to_string(response.body.size()) + "\r\n";
  }
  if (!shape.keep_alive) {
    bytes += "Connection: close\r\n";
  } else if (shape.http_1_0) {
    bytes += "Connection: keep-alive\r\n";
  }
  bytes += "\r\n";
  if (!bodiless && !shape.head) bytes += response.body;
  return bytes;
}

HttpResponse FixedResponse(int status) {
  HttpResponse response;
  response.status = status;
  response.body = R"({"code":"FAIL","message":")" + ReasonPhrase(status) + R"("})";
  return response;
}

}  // namespace paystorm_reference
