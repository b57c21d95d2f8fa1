#include "mockgw/deliver/ladder.h"

#include <algorithm>

namespace paystorm::mockgw {

using std::chrono::milliseconds;

Result<LadderOutcome> ClimbLadder(const Schedule& schedule, GatewayClock& clock,
                                  const LadderSteps& steps) {
  LadderOutcome outcome;
  const milliseconds begin = clock.Elapsed();
  milliseconds due = begin;
  milliseconds asked{0};
  for (size_t i = 0; i < schedule.attempts(); ++i) {
    if (i > 0) {
      due += std::max<milliseconds>(schedule.gaps[i - 1], asked);
      const milliseconds idle = due - clock.Elapsed();
      if (idle.count() > 0) {
        if (auto aged = steps.before_jump(idle); !aged) return aged.error();
        clock.Jump(idle);
      }
    }
    // A gap counts from the send it follows, also when that send was late.
    due = clock.Elapsed();
    outcome.gateway_span = due - begin;
    auto taken = steps.send(static_cast<int>(i) + 1);
    if (!taken) return taken.error();
    ++outcome.attempts;
    outcome.acknowledged = taken->acknowledgement == Acknowledgement::kAcknowledged;
    if (outcome.acknowledged || taken->stop) break;
    asked = taken->retry_after.value_or(std::chrono::seconds(0));
  }
  return outcome;
}

}  // namespace paystorm::mockgw
