#ifndef PAYSTORM_MOCKGW_DELIVER_GATEWAY_CLOCK_H_
#define PAYSTORM_MOCKGW_DELIVER_GATEWAY_CLOCK_H_

// The gateway's clock: runs with real time while work is in progress and jumps over idle spans.
// Its reading is real time since construction plus the sum of all jumps.
// Thread-safe.

#include <atomic>
#include <chrono>

#include "mockgw/base/clock.h"

namespace paystorm::mockgw {

class GatewayClock final {
 public:
  // `clock` must outlive this.
  explicit GatewayClock(const Clock& clock);

  std::chrono::milliseconds Elapsed() const;
  // Sum of all jumps so far.
  std::chrono::milliseconds Jumped() const;
  // Requires a span that is not negative.
  void Jump(std::chrono::milliseconds span);

 private:
  const Clock& clock_;
  SteadyTime start_;
  std::atomic<int64_t> jumped_ms_{0};
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_DELIVER_GATEWAY_CLOCK_H_
