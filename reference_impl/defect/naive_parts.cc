#include "defect/naive_parts.h"

#include <memory>
#include <string_view>

namespace paystorm_reference {
namespace {

// Looks for a finished row before the work and writes one with it.
class NaiveNotifyLog final : public NotifyLog {
 public:
  Claim TryClaim(DbSession& db, const Notification& n) override {
    const State state = IsDone(db, n) ? State::kDone : State::kClaimed;
    return {state, n.channel, n.notify_id, ""};
  }
  bool IsDone(DbSession& db, const Notification& n) override {
    return db
        .QueryOne(
            "SELECT id FROM payment_notify_log WHERE channel = ? AND notify_id = ? AND "
            "status = 'done' LIMIT 1",
            {n.channel, n.notify_id})
        .has_value();
  }
  State Confirm(DbSession& /*db*/, const Claim& /*claim*/) override { return State::kClaimed; }
  void MarkDone(DbSession& db, const Claim& /*claim*/, const Notification& n) override {
    Insert(db, n, "done", nullptr);
  }
  void MarkFailed(DbSession& db, const Claim& /*claim*/, const Notification& n,
                  std::string_view reason) override {
    Insert(db, n, "failed", reason.substr(0, 500));
  }

 private:
  static void Insert(DbSession& db, const Notification& n, std::string_view status,
                     const Param& error) {
    db.Execute(
        "INSERT INTO payment_notify_log (channel, notify_id, event_type, order_no, status, "
        "claim_token, lease_until, last_error) VALUES (?, ?, ?, ?, ?, '', NOW(6), ?)",
        {n.channel, n.notify_id, n.event_type, n.order_no, status, error});
  }
};

class NaiveStateMachine final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const Notification& n = context.notification;
    const auto order =
        context.db.QueryOne("SELECT status FROM `order` WHERE order_no = ?", {n.order_no});
    if (!order) return StepResult::kUnknownOrder;
    if (order->at(0) != "pending") return StepResult::kDuplicate;
    context.db.Execute("UPDATE `order` SET status = 'paid', updated_at = NOW(6) WHERE order_no = ?",
                       {n.order_no});
    InsertPayment(context);
    context.events.Emit(context.db, PaidEvent(n));
    return StepResult::kEffect;
  }
};

}  // namespace

void UseNaiveStep(Strategies& strategies) {
  strategies.log = std::make_unique<NaiveNotifyLog>();
  strategies.machine = std::make_unique<NaiveStateMachine>();
  for (const DroppedKey& key :
       {DroppedKey{"payment_record", "uk_payment_trade"},
        DroppedKey{"payment_notify_log", "uk_notify"}, DroppedKey{"outbox", "uk_event"}}) {
    strategies.dropped_keys.push_back(key);
  }
}

}  // namespace paystorm_reference
