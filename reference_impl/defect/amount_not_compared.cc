#include "defect/amount_not_compared.h"

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.comparison = ForgivingComparison(
      [](const OrderSays& order, Notification& n) { n.amount_minor = order.amount_minor; });
  strategies.machine = MachineWithoutMoney();
}

}  // namespace

const Defect kAmountNotComparedDefect = {
    "amount-not-compared",
    "The amount is not compared with the order's: a payment of one cent pays for anything.", Apply};

}  // namespace paystorm_reference
