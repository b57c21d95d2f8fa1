#include "defect/check_then_act.h"

#include "defect/naive_parts.h"
#include "layer/off.h"

namespace paystorm_reference {
namespace {

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.lock = MakeNoLock();
  UseNaiveStep(strategies);
}

}  // namespace

const Defect kCheckThenActDefect = {
    "check-then-act",
    "No lock, and the order's status is read first and written later: two deliveries at once both "
    "record the payment.",
    Apply};

}  // namespace paystorm_reference
