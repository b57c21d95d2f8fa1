#include "defect/refund_total_as_amount.h"

#include <algorithm>
#include <memory>

namespace paystorm_reference {
namespace {

// Takes the running total for this refund's own amount.
class TotalIsAmount final : public OrderStateMachine {
 public:
  StepResult Refund(const StepContext& context) override {
    Notification n = context.notification;
    if (n.refunded_total_minor == 0) return OrderStateMachine::Refund(context);
    const auto order = context.db.QueryOne(
        "SELECT amount_minor, refunded_minor FROM `order` WHERE order_no = ? FOR UPDATE",
        {n.order_no});
    if (!order) return StepResult::kUnknownOrder;
    n.refund_minor = std::min(n.refunded_total_minor, AsInt(order->at(0)) - AsInt(order->at(1)));
    n.refunded_total_minor = 0;
    return OrderStateMachine::Refund({context.db, context.events, n});
  }
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.machine = std::make_unique<TotalIsAmount>();
}

}  // namespace

const Defect kRefundTotalAsAmountDefect = {
    "refund-total-as-amount",
    "The running total in a refund's notice is taken for the refund's own amount: two partial "
    "refunds give back too much.",
    Apply};

}  // namespace paystorm_reference
