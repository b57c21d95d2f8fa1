#include "defect/event_id_key.h"

#include <memory>

namespace paystorm_reference {
namespace {

// Trusts that another notify id is another payment.
class MachineByEvent final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const Notification& n = context.notification;
    const int64_t rows = context.db.Execute(
        "UPDATE `order` SET status = 'paid', updated_at = NOW(6) WHERE order_no = ?", {n.order_no});
    if (rows == 0) return StepResult::kUnknownOrder;
    InsertPayment(context);
    return StepResult::kEffect;
  }
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.machine = std::make_unique<MachineByEvent>();
  strategies.dropped_keys.push_back({"payment_record", "uk_payment_trade"});
}

}  // namespace

const Defect kEventIdKeyDefect = {
    "event-id-key",
    "Copies are told by the notification's id alone: two events of one payment credit it twice.",
    Apply};

}  // namespace paystorm_reference
