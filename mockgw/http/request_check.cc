#include "mockgw/http/request_check.h"

#include <algorithm>
#include <utility>

#include "mockgw/base/format.h"
#include "mockgw/http/curl_handles.h"

namespace paystorm::mockgw {

namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool IsToken(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (Lower(c) >= 'a' && Lower(c) <= 'z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

}  // namespace

bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return Lower(a) == Lower(b); });
}

Result<std::string> OriginOf(const std::string& url) {
  const UrlHandle parsed(curl_url());
  CHECK(parsed != nullptr) << "curl_url failed";
  CURLUcode code = curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0);
  const auto part = [&](CURLUPart which, unsigned flags) {
    char* text = nullptr;
    if (code == CURLUE_OK) code = curl_url_get(parsed.get(), which, &text, flags);
    const CurlText owner(text);
    return std::string(text != nullptr ? text : "");
  };
  const std::string scheme = part(CURLUPART_SCHEME, 0);
  std::string host = part(CURLUPART_HOST, 0);
  const std::string port = part(CURLUPART_PORT, CURLU_DEFAULT_PORT);
  if (code != CURLUE_OK) {
    return Invalid(Format("malformed URL \"{}\": {}", url, curl_url_strerror(code)));
  }
  if (scheme != "http" && scheme != "https") {
    return Invalid(Format("URL \"{}\" is neither http nor https", url));
  }
  std::transform(host.begin(), host.end(), host.begin(), Lower);
  return Format("{}://{}:{}", scheme, host, port);
}

Result<void> CheckRequest(const HttpRequest& request) {
  if (!IsToken(request.method)) {
    return Invalid(Format("\"{}\" is no HTTP method", request.method));
  }
  for (const auto& [name, value] : request.headers) {
    if (!IsToken(name)) return Invalid(Format("\"{}\" is no header name", name));
    if (value.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
      return Invalid(Format("the value of header {} contains a line break or a NUL", name));
    }
    if (EqualsIgnoringCase(name, "Transfer-Encoding")) {
      return Invalid("Transfer-Encoding cannot be given: the body is sent with its length");
    }
  }
  return {};
}

}  // namespace paystorm::mockgw
