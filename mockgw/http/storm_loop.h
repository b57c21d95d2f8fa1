#ifndef PAYSTORM_MOCKGW_HTTP_STORM_LOOP_H_
#define PAYSTORM_MOCKGW_HTTP_STORM_LOOP_H_

// One storm: drives many exchanges through one multi handle. Used once.
// Owned by one thread.

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mockgw/base/clock.h"
#include "mockgw/http/client.h"
#include "mockgw/http/exchange.h"

namespace paystorm::mockgw {

class StormLoop final {
 public:
  // All references must outlive this. `origins` names the host of each request; requires checked
  // requests and that every origin is among those of the first `connections` requests.
  StormLoop(const std::vector<HttpRequest>& requests, std::vector<std::string> origins,
            const StormOptions& options, std::string ca_file, const Clock& clock);
  ~StormLoop();
  StormLoop(const StormLoop&) = delete;
  StormLoop& operator=(const StormLoop&) = delete;

  StormResult Run();

 private:
  struct Slot {
    std::unique_ptr<Exchange> exchange;
    std::optional<size_t> request;  // index, while one is under way
    bool first = true;              // still at the connection's first request
  };

  void Warm();
  void ReleaseAll();
  void Take(Slot& slot, size_t request, bool hold);
  void TakeNext(Slot& slot, const std::string& origin);
  // Moves transfers on and waits up to `wait_ms` for the network.
  void Drive(int wait_ms);
  void Collect();
  void GiveUpLate();
  void End(Slot& slot, SendResult result);
  bool AllHeldOrEnded() const;

  const std::vector<HttpRequest>& requests_;
  const std::vector<std::string> origins_;
  const StormOptions options_;
  const std::string ca_file_;
  const Clock& clock_;
  MultiHandle multi_;
  std::vector<Slot> slots_;
  std::map<std::string, std::deque<size_t>> waiting_;  // requests left, by origin
  std::vector<std::optional<SteadyTime>> released_;    // by request
  std::vector<bool> first_;                            // by request
  size_t under_way_ = 0;
  bool let_go_ = false;
  StormResult result_;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_STORM_LOOP_H_
