#include "defect/forgiving_parts.h"

#include <utility>

namespace paystorm_reference {
namespace {

using Forgive = std::function<void(const OrderSays&, Notification&)>;

class Forgiving final : public OrderComparison {
 public:
  explicit Forgiving(Forgive forgive) : forgive_(std::move(forgive)) {}

  std::optional<Outcome> Compare(DbSession& db, const Notification& notification,
                                 const Merchant& merchant) const override {
    const auto row =
        db.QueryOne("SELECT amount_minor, currency, mchid, appid FROM `order` WHERE order_no = ?",
                    {notification.order_no});
    Notification forgiven = notification;
    if (row) {
      const OrderSays order = {AsInt(row->at(0)), row->at(1).value_or(""), row->at(2).value_or(""),
                               row->at(3).value_or("")};
      forgive_(order, forgiven);
    }
    return OrderComparison::Compare(db, forgiven, merchant);
  }

 private:
  const Forgive forgive_;
};

class WithoutMoney final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const Notification& n = context.notification;
    const int64_t paid = context.db.Execute(
        "UPDATE `order` SET status = 'paid', updated_at = NOW(6) "
        "WHERE order_no = ? AND status = 'pending'",
        {n.order_no});
    if (paid == 0) return OrderStateMachine::Pay(context);
    InsertPayment(context);
    context.events.Emit(context.db, PaidEvent(n));
    return StepResult::kEffect;
  }
};

}  // namespace

std::unique_ptr<OrderComparison> ForgivingComparison(Forgive forgive) {
  return std::make_unique<Forgiving>(std::move(forgive));
}

std::unique_ptr<StateMachine> MachineWithoutMoney() { return std::make_unique<WithoutMoney>(); }

void WrapGates(
    Strategies& strategies,
    const std::function<std::unique_ptr<SignatureGate>(std::unique_ptr<SignatureGate>)>& wrap) {
  for (auto& [channel, gate] : strategies.gates) gate = wrap(std::move(gate));
}

}  // namespace paystorm_reference
