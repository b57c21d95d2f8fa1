#include "defect/currency_not_compared.h"

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.comparison = ForgivingComparison(
      [](const OrderSays& order, Notification& n) { n.currency = order.currency; });
  strategies.machine = MachineWithoutMoney();
}

}  // namespace

const Defect kCurrencyNotComparedDefect = {
    "currency-not-compared", "The currency is not compared with the order's: yen pay for dollars.",
    Apply};

}  // namespace paystorm_reference
