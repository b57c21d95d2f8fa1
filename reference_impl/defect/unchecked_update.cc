#include "defect/unchecked_update.h"

#include <memory>

namespace paystorm_reference {
namespace {

class UncheckedStateMachine final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const Notification& n = context.notification;
    const int64_t rows = context.db.Execute(
        "UPDATE `order` SET status = 'paid', updated_at = NOW(6) WHERE order_no = ?", {n.order_no});
    if (rows == 0) return StepResult::kUnknownOrder;
    try {
      InsertPayment(context);
      context.events.Emit(context.db, PaidEvent(n));
    } catch (const DbError& error) {
      if (error.kind() != DbError::Kind::kDuplicateKey) throw;
    }
    return StepResult::kEffect;
  }
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.machine = std::make_unique<UncheckedStateMachine>();
}

}  // namespace

const Defect kUncheckedUpdateDefect = {
    "unchecked-update",
    "The order is set to paid without a condition on its status: a late payment notice moves a "
    "refunded or cancelled order back to paid.",
    Apply};

}  // namespace paystorm_reference
