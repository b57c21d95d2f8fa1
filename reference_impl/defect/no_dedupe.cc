#include "defect/no_dedupe.h"

#include "layer/off.h"

namespace paystorm_reference {
namespace {

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.lock = MakeNoLock();
  strategies.log = MakeNoNotifyLog();
  SwitchOff(Layer::kStateMachine, strategies);
}

}  // namespace

const Defect kNoDedupeDefect = {
    "no-dedupe", "Every verified notification is booked: the second copy books the payment again.",
    Apply};

}  // namespace paystorm_reference
