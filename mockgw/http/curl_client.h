#ifndef PAYSTORM_MOCKGW_HTTP_CURL_CLIENT_H_
#define PAYSTORM_MOCKGW_HTTP_CURL_CLIENT_H_

// A CurlClient is the HttpClient that talks to real servers, through libcurl, by HTTP/1.1.
// The headers of a request go out as they are given, behind Host; nothing is added to them but
// Content-Length (one that is given is replaced). Expect is sent only when it is given.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "mockgw/http/client.h"

namespace paystorm::mockgw {

struct CurlClientOptions {
  // PEM file with the certificates that https trusts; empty means those of the system.
  std::string ca_file;
};

// Thread-safe. A storm has connections of its own, which it closes at its end; sends share a pool
// of idle connections, which lives as long as the client.
class CurlClient final : public HttpClient {
 public:
  explicit CurlClient(CurlClientOptions options = {});
  ~CurlClient() override;
  CurlClient(const CurlClient&) = delete;
  CurlClient& operator=(const CurlClient&) = delete;

  SendResult Send(const HttpRequest& request, std::chrono::milliseconds answer_limit) override;

  // In addition to the contract: kInvalid, with nothing sent, when an option is out of its range,
  // a body is empty, a URL or a header cannot be sent, or a request goes to a host that none of the
  // first `connections` requests goes to. Warming ends after 5 s and 1 ms for each connection; a
  // request that is not held by then goes out late, and the release spread shows it.
  Result<StormResult> Storm(const std::vector<HttpRequest>& requests,
                            const StormOptions& options) override;

 private:
  class Pool;

  const CurlClientOptions options_;
  const std::unique_ptr<Pool> pool_;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_CURL_CLIENT_H_
