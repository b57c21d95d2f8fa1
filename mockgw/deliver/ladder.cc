#include "mockgw/deliver/ladder.h"

namespace paystorm::mockgw {

using std::chrono::milliseconds;

Result<LadderOutcome> ClimbLadder(const Schedule& schedule, GatewayClock& clock,
                                  const LadderSteps& steps) {
  LadderOutcome outcome;
  const milliseconds begin = clock.Elapsed();
  milliseconds due = begin;
  for (size_t i = 0; i < schedule.attempts(); ++i) {
    if (i > 0) {
      due += schedule.gaps[i - 1];
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
    outcome.acknowledged = *taken == Acknowledgement::kAcknowledged;
    if (outcome.acknowledged) break;
  }
  return outcome;
}

}  // namespace paystorm::mockgw
