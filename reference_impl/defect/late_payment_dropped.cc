#include "defect/late_payment_dropped.h"

#include <memory>

namespace paystorm_reference {
namespace {

// What finds the order not pending was surely there before.
class DroppingMachine final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const auto order =
        context.db.QueryOne("SELECT status FROM `order` WHERE order_no = ? FOR UPDATE",
                            {context.notification.order_no});
    if (!order) return StepResult::kUnknownOrder;
    if (order->at(0) != "pending") return StepResult::kDuplicate;
    return OrderStateMachine::Pay(context);
  }
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.machine = std::make_unique<DroppingMachine>();
}

}  // namespace

const Defect kLatePaymentDroppedDefect = {
    "late-payment-dropped",
    "A payment for an order that is not pending is acknowledged and forgotten: paid too late, or "
    "twice, and nobody gives it back.",
    Apply};

}  // namespace paystorm_reference
