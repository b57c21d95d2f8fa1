#ifndef PAYSTORM_MOCKGW_HTTP_REQUEST_CHECK_H_
#define PAYSTORM_MOCKGW_HTTP_REQUEST_CHECK_H_

// Whether a request can be sent as it is given. Pure.

#include <string>
#include <string_view>

#include "mockgw/base/result.h"
#include "mockgw/http/message.h"

namespace paystorm::mockgw {

// Where a URL leads, e.g. "http://127.0.0.1:8080": two requests can share a connection exactly when
// their origins are equal. kInvalid when the URL is malformed or neither http nor https.
Result<std::string> OriginOf(const std::string& url);

// kInvalid when the method or a header name is no token, a header value contains a line break or a
// NUL, or Transfer-Encoding is given (the body is always sent with its length).
Result<void> CheckRequest(const HttpRequest& request);

// ASCII only, as header names are.
bool EqualsIgnoringCase(std::string_view left, std::string_view right);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_REQUEST_CHECK_H_
