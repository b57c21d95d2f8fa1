#include "defect/article.h"

#include <memory>
#include <string>
#include <string_view>

#include "crypto/crypto.h"

namespace paystorm_reference {
namespace {

// Success for a delivery that found another one at work, and 200 with FAIL for a failed step.
class ArticleAnswers final : public AnswerPolicy {
 public:
  Outcome Busy(Layer layer) const override { return Outcome::Duplicate(layer); }
  Outcome StepFailed(int /*status*/, const std::string& message) const override {
    return Outcome::Failed(200, message);
  }
};

// No lease, and a failed row is reset whoever asks.
class ArticleNotifyLog final : public LeasedNotifyLog {
 public:
  using LeasedNotifyLog::LeasedNotifyLog;

  Claim TryClaim(DbSession& db, const Notification& n) override {
    const auto row =
        db.QueryOne("SELECT status FROM payment_notify_log WHERE channel = ? AND notify_id = ?",
                    {n.channel, n.notify_id});
    if (!row) return LeasedNotifyLog::TryClaim(db, n);
    Claim claim{State::kBusy, n.channel, n.notify_id, RandomHex(16)};
    if (row->at(0) == "done") claim.state = State::kDone;
    if (row->at(0) == "failed") {
      db.Execute(
          "UPDATE payment_notify_log SET status = 'processing', claim_token = ?, "
          "attempts = attempts + 1, updated_at = NOW(6) WHERE channel = ? AND notify_id = ?",
          {claim.token, n.channel, n.notify_id});
      claim.state = State::kClaimed;
    }
    return claim;
  }
  State Confirm(DbSession& /*db*/, const Claim& /*claim*/) override { return State::kClaimed; }
  void MarkDone(DbSession& db, const Claim& claim, const Notification& /*n*/) override {
    db.Execute(
        "UPDATE payment_notify_log SET status = 'done', updated_at = NOW(6) "
        "WHERE channel = ? AND notify_id = ?",
        {claim.channel, claim.notify_id});
  }
};

// A payment that finds the order not pending is dropped without a word.
class ArticleStateMachine final : public OrderStateMachine {
 public:
  StepResult Pay(const StepContext& context) override {
    const Notification& n = context.notification;
    const int64_t paid = context.db.Execute(
        "UPDATE `order` SET status = 'paid', updated_at = NOW(6) "
        "WHERE order_no = ? AND status = 'pending'",
        {n.order_no});
    if (paid == 0) return StepResult::kDuplicate;
    InsertPayment(context);
    context.events.Emit(context.db, PaidEvent(n));
    return StepResult::kEffect;
  }
};

// Tells the others inside the transaction, before anybody knows whether it will be committed.
class DirectEvents final : public EventSink {
 public:
  explicit DirectEvents(Redis& redis) : redis_(redis) {}

  void Emit(DbSession& /*db*/, const Event& event) override {
    redis_.Command({"XADD", kEventStream, "*", "event_key", event.key, "event_type", event.type,
                    "order_no", event.order_no, "payload", event.payload});
  }
  void Committed() override {}

 private:
  Redis& redis_;
};

void Apply(Strategies& strategies, const StrategyTools& tools) {
  strategies.log = std::make_unique<ArticleNotifyLog>(tools.claim_lease);
  strategies.machine = std::make_unique<ArticleStateMachine>();
  strategies.events = std::make_unique<DirectEvents>(tools.redis);
  strategies.answers = std::make_unique<ArticleAnswers>();
  strategies.dropped_keys.push_back({"payment_record", "uk_payment_trade"});
}

}  // namespace

const Defect kArticleDefect = {
    "article",
    "The design as published: one effect for 1,000 duplicates, but success is answered for work "
    "that is only under way, so a crash or a failure loses the payment.",
    Apply};

}  // namespace paystorm_reference
