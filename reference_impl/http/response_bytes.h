#ifndef PAYSTORM_REFERENCE_HTTP_RESPONSE_BYTES_H_
#define PAYSTORM_REFERENCE_HTTP_RESPONSE_BYTES_H_

#include <string>

#include "http/http_server.h"

namespace paystorm_reference {

// How an answer is to be put on the wire, which depends on the request it answers.
struct AnswerShape {
  bool head = false;        // the body is left out, its length is not
  bool http_1_0 = false;    // "keep-alive" must be said, not only "close"
  bool keep_alive = false;  // the connection stays open afterwards
};

// The whole answer as bytes. A status outside 200..599 becomes 500. E.g.
//
//   HTTP/1.1 200 OK
//   Date: Tue, 01 Dec 2026 05:38:58 GMT
//   Content-Type: application/json
//   Content-Length: 33
//
//   {"code":"SUCCESS","message":"OK"}
std::string ResponseBytes(const HttpResponse& response, AnswerShape shape);

// The answer this server gives of its own accord, in the acknowledgement's form:
// {"code":"FAIL","message":"<reason phrase of the status>"}.
HttpResponse FixedResponse(int status);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_RESPONSE_BYTES_H_
