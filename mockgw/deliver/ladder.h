#ifndef PAYSTORM_MOCKGW_DELIVER_LADDER_H_
#define PAYSTORM_MOCKGW_DELIVER_LADDER_H_

// A ladder delivers one notification on a schedule until it is acknowledged.
// Owned by one thread; does no I/O itself.

#include <chrono>
#include <functional>
#include <optional>

#include "mockgw/base/result.h"
#include "mockgw/channel/channel.h"
#include "mockgw/deliver/gateway_clock.h"
#include "mockgw/schedule/schedule.h"

namespace paystorm::mockgw {

struct LadderOutcome {
  int attempts = 0;  // made by this ladder, 1-based count
  bool acknowledged = false;
  std::chrono::milliseconds gateway_span{0};  // from the first attempt to the last
};

// How the gateway took one attempt.
struct AttemptTaken {
  Acknowledgement acknowledgement = Acknowledgement::kUnanswered;
  bool stop = false;  // no further attempt is wanted
  std::optional<std::chrono::seconds> retry_after{};
};

struct LadderSteps {
  // Makes one attempt. `attempt` is 1-based within this ladder.
  std::function<Result<AttemptTaken>(int attempt)> send;
  // Called before the clock jumps by `span` (> 0): waits until the subject is quiet and ages its
  // leases by the same span. The clock itself is moved by the ladder afterwards.
  std::function<Result<void>(std::chrono::milliseconds span)> before_jump;
};

// Gaps count from send to send (gateways.md section 9); a gap that real time has already used up
// is not waited for. A retry_after that is longer than the gap takes its place. Stops at the first
// acknowledgement, when an answer asks for it, or after the last attempt. An error of a step ends
// the ladder and is returned.
Result<LadderOutcome> ClimbLadder(const Schedule& schedule, GatewayClock& clock,
                                  const LadderSteps& steps);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_DELIVER_LADDER_H_
