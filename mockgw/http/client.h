#ifndef PAYSTORM_MOCKGW_HTTP_CLIENT_H_
#define PAYSTORM_MOCKGW_HTTP_CLIENT_H_

// An HttpClient sends one request, or many that are released together by their last bytes.
// Redirects are never followed, proxies never used, certificates checked for https.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mockgw/base/clock.h"
#include "mockgw/base/result.h"
#include "mockgw/http/message.h"

namespace paystorm::mockgw {

enum class SendOutcome {
  kNotSent,   // no connection, or not all of the request was handed over: it did not happen
  kNoAnswer,  // all was sent and no full answer came (time-out, reset, cut): it may have happened
  kAnswered,
};

struct SendResult {
  SendOutcome outcome = SendOutcome::kNotSent;
  std::optional<HttpAnswer> answer;  // set exactly when kAnswered
  std::string error;                 // one line, empty when kAnswered
  SteadyTime started;                // in a storm: when the last byte was let go
  SteadyTime ended;                  // the answer was complete, or was given up
};

struct StormOptions {
  // 1-20000; each is opened and warmed (TCP, TLS) before the release, kept alive and re-used for
  // the requests beyond the first wave.
  size_t connections = 50;
  // For each request, from its release to the end of its answer.
  std::chrono::milliseconds answer_limit{5000};
};

struct StormResult {
  std::vector<SendResult> results;  // in the order of the requests
  // From the first to the k-th last byte let go, over the first request of each connection.
  std::chrono::microseconds release_spread_p50{0};
  std::chrono::microseconds release_spread_max{0};
  // Requests already released when the first answer was complete; 1 means nothing overlapped.
  size_t released_before_first_answer = 0;
  // The largest number of requests between release and answer at one moment.
  size_t most_in_flight = 0;
};

// Thread-safe.
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  // Blocks for at most `answer_limit` (connecting included).
  virtual SendResult Send(const HttpRequest& request, std::chrono::milliseconds answer_limit) = 0;

  // The first min(connections, requests) requests are sent but for their last byte, then let go in
  // one loop; each connection that has its answer takes the next request that is left. Every
  // request needs a body of at least one byte. Requests may go to different hosts; the first
  // `connections` of them decide where each connection goes, and a later request is taken by a
  // connection to its own host. Blocks until every request has an outcome, each bounded by
  // `answer_limit`. kUnavailable when the file limit cannot be raised far enough.
  virtual Result<StormResult> Storm(const std::vector<HttpRequest>& requests,
                                    const StormOptions& options) = 0;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_CLIENT_H_
