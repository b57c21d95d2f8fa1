#include "defect/payee_not_compared.h"

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.comparison = ForgivingComparison([](const OrderSays& order, Notification& n) {
    n.mchid = order.mchid;
    if (!n.appid.empty()) n.appid = order.appid;
  });
}

}  // namespace

const Defect kPayeeNotComparedDefect = {
    "payee-not-compared",
    "Nobody looks at whom the money went to: a genuine payment to another merchant pays for the "
    "order.",
    Apply};

}  // namespace paystorm_reference
