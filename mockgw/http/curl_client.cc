#include "mockgw/http/curl_client.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>

#include "mockgw/base/format.h"
#include "mockgw/base/guarded.h"
#include "mockgw/http/exchange.h"
#include "mockgw/http/file_limit.h"
#include "mockgw/http/request_check.h"
#include "mockgw/http/storm_loop.h"

namespace paystorm::mockgw {
namespace {

constexpr size_t kMostConnections = 20000;
// Besides the connections themselves a storm needs a few descriptors of its own.
constexpr size_t kSpareFiles = 64;

// curl_global_init is not safe to race with itself; a function-local static is.
void InitialiseCurl() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  CHECK(code == CURLE_OK) << "libcurl cannot be initialised";
}

}  // namespace

// Idle exchanges, each with the connections its handle keeps.
class CurlClient::Pool final {
 public:
  std::unique_ptr<Exchange> Take() {
    auto kept = idle_.With([](auto& idle) {
      std::unique_ptr<Exchange> one;
      if (!idle.empty()) {
        one = std::move(idle.back());
        idle.pop_back();
      }
      return one;
    });
    return kept != nullptr ? std::move(kept) : std::make_unique<Exchange>(clock_);
  }
  void Return(std::unique_ptr<Exchange> exchange) {
    idle_.With([&](auto& idle) { idle.push_back(std::move(exchange)); });
  }
  const Clock& clock() const { return clock_; }

 private:
  RealClock clock_;
  Guarded<std::vector<std::unique_ptr<Exchange>>> idle_;
};

CurlClient::CurlClient(CurlClientOptions options)
    : options_(std::move(options)), pool_(std::make_unique<Pool>()) {
  InitialiseCurl();
}

CurlClient::~CurlClient() = default;

SendResult CurlClient::Send(const HttpRequest& request, std::chrono::milliseconds answer_limit) {
  if (auto fine = CheckRequest(request); !fine) {
    SendResult refused;
    refused.error = fine.error().message;
    refused.started = refused.ended = pool_->clock().Steady();
    return refused;
  }
  std::unique_ptr<Exchange> exchange = pool_->Take();
  exchange->Begin(request, {.ca_file = options_.ca_file});
  curl_easy_setopt(
      exchange->easy(), CURLOPT_TIMEOUT_MS,
      std::max(1L, static_cast<long>(answer_limit.count())));  // NOLINT: libcurl's type
  const CURLcode code = curl_easy_perform(exchange->easy());
  SendResult result =
      code == CURLE_OPERATION_TIMEDOUT
          ? exchange->Stop(Format("no full answer within {} ms", answer_limit.count()))
          : exchange->Finish(code);
  pool_->Return(std::move(exchange));
  return result;
}

Result<StormResult> CurlClient::Storm(const std::vector<HttpRequest>& requests,
                                      const StormOptions& options) {
  if (requests.empty()) return Invalid("a storm needs a request");
  if (options.connections < 1 || options.connections > kMostConnections) {
    return Invalid(
        Format("a storm has 1-{} connections, not {}", kMostConnections, options.connections));
  }
  std::vector<std::string> origins;
  std::set<std::string> reachable;
  for (size_t i = 0; i < requests.size(); ++i) {
    if (auto fine = CheckRequest(requests[i]); !fine) return fine.error();
    if (requests[i].body.empty()) return Invalid("a request of a storm needs a body");
    auto origin = OriginOf(requests[i].url);
    if (!origin) return origin.error();
    if (i < options.connections) reachable.insert(*origin);
    if (!reachable.contains(*origin)) {
      return Invalid(Format("no connection of the storm goes to {}", *origin));
    }
    origins.push_back(std::move(origin).value());
  }
  const size_t connections = std::min(options.connections, requests.size());
  if (auto room = MakeRoomForFiles(connections + kSpareFiles); !room) return room.error();
  StormLoop loop(requests, std::move(origins), options, options_.ca_file, pool_->clock());
  return loop.Run();
}

}  // namespace paystorm::mockgw
