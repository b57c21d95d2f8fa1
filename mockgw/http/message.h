#ifndef PAYSTORM_MOCKGW_HTTP_MESSAGE_H_
#define PAYSTORM_MOCKGW_HTTP_MESSAGE_H_

// One HTTP request and its answer, as values. Header names keep the spelling they were given.

#include <string>
#include <utility>
#include <vector>

namespace paystorm::mockgw {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method = "POST";
  std::string url;  // absolute, http or https
  HttpHeaders headers;
  std::string body;  // raw bytes; Content-Length is made from them
};

struct HttpAnswer {
  int status = 0;  // 100-599; interim 1xx answers are never reported
  HttpHeaders headers;
  std::string body;  // at most the first 64 KiB
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_MESSAGE_H_
