#ifndef PAYSTORM_MOCKGW_DELIVER_LADDER_H_
#define PAYSTORM_MOCKGW_DELIVER_LADDER_H_

// A ladder delivers one notification on a schedule until it is acknowledged.
// Owned by one thread; does no I/O itself.

#include <chrono>
#include <functional>

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

struct LadderSteps {
  // Makes one attempt and says how the gateway took it. `attempt` is 1-based within this ladder.
  std::function<Result<Acknowledgement>(int attempt)> send;
  // Called before the clock jumps by `span` (> 0): waits until the subject is quiet and ages its
  // leases by the same span. The clock itself is moved by the ladder afterwards.
  std::function<Result<void>(std::chrono::milliseconds span)> before_jump;
};

// Gaps count from send to send (gateways.md section 9); a gap that real time has already used up
// is not waited for. Stops at the first acknowledgement, or after the last attempt. An error of a
// step ends the ladder and is returned.
Result<LadderOutcome> ClimbLadder(const Schedule& schedule, GatewayClock& clock,
                                  const LadderSteps& steps);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_DELIVER_LADDER_H_
