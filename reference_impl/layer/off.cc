#include "layer/off.h"

#include <string>
#include <string_view>

namespace paystorm_reference {
namespace {

class NoGate final : public SignatureGate {
 public:
  std::string Check(const HttpRequest& /*request*/,
                    std::chrono::system_clock::time_point /*now*/) const override {
    return "";
  }
};

class NoLock final : public NotifyLock {
 public:
  Hold Acquire(const Notification& /*notification*/) override { return {}; }
  void Release(const Hold& /*hold*/, bool /*acknowledged*/) override {}
};

class NoNotifyLog final : public NotifyLog {
 public:
  Claim TryClaim(DbSession& /*db*/, const Notification& notification) override {
    return {State::kClaimed, notification.channel, notification.notify_id, ""};
  }
  bool IsDone(DbSession& /*db*/, const Notification& /*notification*/) override { return false; }
  State Confirm(DbSession& /*db*/, const Claim& /*claim*/) override { return State::kClaimed; }
  void MarkDone(DbSession& /*db*/, const Claim& /*claim*/,
                const Notification& /*notification*/) override {}
  void MarkFailed(DbSession& /*db*/, const Claim& /*claim*/, const Notification& /*notification*/,
                  std::string_view /*reason*/) override {}
};

class NoStateMachine final : public StateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const int64_t rows = context.db.Execute(
        "UPDATE `order` SET status = 'paid', updated_at = NOW(6) WHERE order_no = ?",
        {context.notification.order_no});
    if (rows == 0) return StepResult::kUnknownOrder;
    InsertPayment(context);
    context.events.Emit(context.db, PaidEvent(context.notification));
    return StepResult::kEffect;
  }
  StepResult Refund(const StepContext& context) override {
    const Notification& n = context.notification;
    const int64_t rows = context.db.Execute(
        "UPDATE `order` SET status = 'refunded', refunded_minor = refunded_minor + ?, "
        "updated_at = NOW(6) WHERE order_no = ?",
        {n.refund_minor, n.order_no});
    if (rows == 0) return StepResult::kUnknownOrder;
    context.db.Execute(
        "INSERT INTO refund_record (channel, refund_id, out_refund_no, order_no, trade_no, "
        "amount_minor, status) VALUES (?, ?, ?, ?, ?, ?, ?)",
        {n.channel, n.refund_id, n.out_refund_no, n.order_no, n.trade_no, n.refund_minor,
         RefundStatusName(n.refund_status)});
    context.events.Emit(context.db, RefundedEvent(n));
    return StepResult::kEffect;
  }
};

}  // namespace

std::unique_ptr<NotifyLock> MakeNoLock() { return std::make_unique<NoLock>(); }

std::unique_ptr<NotifyLog> MakeNoNotifyLog() { return std::make_unique<NoNotifyLog>(); }

void SwitchOff(Layer layer, Strategies& strategies) {
  switch (layer) {
    case Layer::kSignature:
      for (auto& [channel, gate] : strategies.gates) gate = std::make_unique<NoGate>();
      return;
    case Layer::kLock:
      strategies.lock = MakeNoLock();
      return;
    case Layer::kNotifyLog:
      strategies.log = MakeNoNotifyLog();
      return;
    case Layer::kStateMachine:
      break;
  }
  strategies.machine = std::make_unique<NoStateMachine>();
  for (const DroppedKey& key :
       {DroppedKey{"payment_record", "uk_payment_trade"}, DroppedKey{"refund_record", "uk_refund"},
        DroppedKey{"outbox", "uk_event"}}) {
    strategies.dropped_keys.push_back(key);
  }
}

}  // namespace paystorm_reference
