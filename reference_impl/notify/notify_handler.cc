#include "notify/notify_handler.h"

#include <nlohmann/json.hpp>
#include <random>
#include <thread>
#include <utility>
#include <variant>

namespace paystorm_reference {
namespace {

using std::chrono::milliseconds;

constexpr int kMaxAttempts = 3;
// A lock wait takes 1 s, and so may the row that says the step has failed.
constexpr milliseconds kLastStart{2500};
// Beyond this nothing new is begun: the gateway will not hear the answer in time.
constexpr milliseconds kTooLate{3000};
// A lost connection may cost 3 s more when the database hangs.
constexpr milliseconds kReconnectWithin{1500};

milliseconds Since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
}

void BackOff(int attempt) {
  thread_local std::minstd_rand random{std::random_device{}()};
  std::uniform_int_distribution<int> jitter(5, 40 * attempt);
  std::this_thread::sleep_for(milliseconds(jitter(random)));
}

// Runs `body` again after a deadlock or lock wait, while time remains.
template <typename Body>
auto WithRetries(Metrics& metrics, std::chrono::steady_clock::time_point arrived,
                 const Body& body) {
  for (int attempt = 1;; ++attempt) {
    try {
      return body();
    } catch (const DbError& error) {
      if (error.kind() != DbError::Kind::kRetryable || attempt == kMaxAttempts ||
          Since(arrived) > kLastStart) {
        throw;
      }
    }
    metrics.Retried();
    BackOff(attempt);
  }
}

// Releases on every way out.
class LockGuard final {
 public:
  LockGuard(NotifyLock& lock, NotifyLock::Hold hold) : lock_(lock), hold_(std::move(hold)) {}
  ~LockGuard() {
    if (hold_.state != NotifyLock::State::kBusy) lock_.Release(hold_, acknowledged_);
  }
  LockGuard(const LockGuard&) = delete;
  LockGuard& operator=(const LockGuard&) = delete;
  bool busy() const { return hold_.state == NotifyLock::State::kBusy; }
  void set_acknowledged(bool value) { acknowledged_ = value; }

 private:
  NotifyLock& lock_;
  const NotifyLock::Hold hold_;
  bool acknowledged_ = false;
};

}  // namespace

NotifyHandler::NotifyHandler(Parts parts) : parts_(std::move(parts)) {}

HttpResponse NotifyHandler::Answer(const Outcome& outcome) const {
  nlohmann::ordered_json body;
  body["code"] = outcome.acknowledged ? "SUCCESS" : "FAIL";
  body["message"] = outcome.message.substr(0, 64);
  return {outcome.status, body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
}

HttpResponse NotifyHandler::Handle(const HttpRequest& request) {
  parts_.metrics.Begin();
  Notification notification;
  Outcome outcome;
  try {
    outcome = Judge(request, notification);
  } catch (const DbError& error) {
    const bool lost = error.kind() == DbError::Kind::kConnectionLost;
    const bool again = lost || error.kind() == DbError::Kind::kRetryable;
    parts_.log.Write(Log::Level::kError, "database error",
                     {{"notify_id", notification.notify_id},
                      {"order_no", notification.order_no},
                      {"reason", error.what()}});
    outcome = Outcome::Failed(again ? 503 : 500,
                              lost ? "the database cannot be reached" : "a statement failed");
  } catch (const std::exception& error) {
    parts_.log.Write(Log::Level::kError, "internal error", {{"reason", error.what()}});
    outcome = Outcome::Failed(500, "internal error");
  }
  Count(outcome);
  Report(notification, outcome);
  return Answer(outcome);
}

Outcome NotifyHandler::Judge(const HttpRequest& request, Notification& notification) {
  Strategies& layers = parts_.strategies;
  const SignatureGate& gate = *layers.gates.find(channel())->second;
  std::string refusal = gate.Check(request, std::chrono::system_clock::now());
  if (!refusal.empty()) return Outcome::Refused(Layer::kSignature, 401, std::move(refusal));
  auto extracted = Extract(request);
  if (auto* error = std::get_if<ExtractError>(&extracted)) {
    if (error->status == 200) return Outcome::NothingToDo(std::move(error->message));
    return Outcome::Refused(Layer::kSignature, error->status, std::move(error->message));
  }
  notification = std::move(std::get<Notification>(extracted));
  if (Since(request.arrived) > kTooLate)
    return Outcome::Failed(503, "waited too long for a worker");

  const ConnectionPool::Lease db = parts_.pool.Take();
  if (auto outcome = layers.comparison->Compare(*db, notification, parts_.merchant)) {
    return std::move(*outcome);
  }

  LockGuard lock(*layers.lock, layers.lock->Acquire(notification));
  if (lock.busy()) {
    if (layers.log->IsDone(*db, notification)) return Outcome::Duplicate(Layer::kLock);
    return layers.answers->Busy(Layer::kLock);
  }
  Outcome outcome = UnderLock(*db, notification, request.arrived);
  lock.set_acknowledged(outcome.acknowledged);
  return outcome;
}

Outcome NotifyHandler::UnderLock(DbSession& db, const Notification& notification,
                                 Clock::time_point arrived) {
  Strategies& layers = parts_.strategies;
  const NotifyLog::Claim claim =
      WithRetries(parts_.metrics, arrived, [&] { return layers.log->TryClaim(db, notification); });
  if (claim.state == NotifyLog::State::kDone) return Outcome::Duplicate(Layer::kNotifyLog);
  if (claim.state == NotifyLog::State::kBusy) return layers.answers->Busy(Layer::kNotifyLog);
  return Work(db, notification, claim, arrived);
}

Outcome NotifyHandler::Work(DbSession& db, const Notification& notification,
                            const NotifyLog::Claim& claim, Clock::time_point arrived) {
  try {
    return WithRetries(parts_.metrics, arrived, [&] { return WorkOnce(db, notification, claim); });
  } catch (const DbError& error) {
    const int status =
        error.kind() == DbError::Kind::kRetryable || error.kind() == DbError::Kind::kConnectionLost
            ? 503
            : 500;
    return GiveUp(db, notification, claim, arrived, status, error.what());
  } catch (const std::exception& error) {
    return GiveUp(db, notification, claim, arrived, 500, error.what());
  }
}

Outcome NotifyHandler::WorkOnce(DbSession& db, const Notification& notification,
                                const NotifyLog::Claim& claim) {
  Strategies& layers = parts_.strategies;
  StepResult result = StepResult::kEffect;
  {
    Transaction transaction(db);
    const NotifyLog::State state = layers.log->Confirm(db, claim);
    if (state == NotifyLog::State::kDone) return Outcome::Duplicate(Layer::kNotifyLog);
    if (state == NotifyLog::State::kBusy) return layers.answers->Busy(Layer::kNotifyLog);
    const StepContext context{db, *layers.events, notification};
    result = notification.kind == Notification::Kind::kPayment ? layers.machine->Pay(context)
                                                               : layers.machine->Refund(context);
    if (result == StepResult::kEffect || result == StepResult::kDuplicate) {
      layers.log->MarkDone(db, claim, notification);
      transaction.Commit();
    }
  }
  switch (result) {
    case StepResult::kEffect:
      layers.events->Committed();
      return Outcome::Processed();
    case StepResult::kDuplicate:
      return Outcome::Duplicate(Layer::kStateMachine);
    case StepResult::kUnknownOrder:
      layers.log->MarkFailed(db, claim, notification, "unknown order");
      return Outcome::Refused(Layer::kStateMachine, 404, "unknown order");
    case StepResult::kNotYet:
      break;
  }
  layers.log->MarkFailed(db, claim, notification, "the order is not ready for it");
  return Outcome::Refused(Layer::kStateMachine, 409, "the order is not ready for it");
}

Outcome NotifyHandler::GiveUp(DbSession& db, const Notification& notification,
                              const NotifyLog::Claim& claim, Clock::time_point arrived, int status,
                              std::string_view reason) {
  parts_.log.Write(Log::Level::kError, "business step failed",
                   {{"channel", notification.channel},
                    {"notify_id", notification.notify_id},
                    {"order_no", notification.order_no},
                    {"reason", reason}});
  // Without this row the next delivery waits for the lease, which is all that it would cost.
  if (!db.broken() || Since(arrived) < kReconnectWithin) {
    try {
      parts_.strategies.log->MarkFailed(db, claim, notification, reason);
    } catch (const DbError& error) {
      parts_.log.Write(Log::Level::kWarn, "claim kept until its lease is over",
                       {{"notify_id", notification.notify_id}, {"reason", error.what()}});
    }
  }
  return parts_.strategies.answers->StepFailed(status, "the business step failed");
}

void NotifyHandler::Count(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::kProcessed:
      return parts_.metrics.Processed();
    case Outcome::Kind::kTurnedAway:
      return parts_.metrics.TurnedAway(outcome.layer);
    case Outcome::Kind::kFailed:
      return parts_.metrics.Failed();
  }
}

void NotifyHandler::Report(const Notification& n, const Outcome& outcome) {
  if (outcome.kind == Outcome::Kind::kFailed) {
    parts_.log.Write(Log::Level::kWarn, "delivery not acknowledged",
                     {{"channel", channel()},
                      {"notify_id", n.notify_id},
                      {"order_no", n.order_no},
                      {"status", int64_t{outcome.status}},
                      {"reason", outcome.message}});
    return;
  }
  Log::Level level = Log::Level::kInfo;
  std::string_view message = "notification processed";
  std::string_view layer;
  if (outcome.kind == Outcome::Kind::kTurnedAway) {
    layer = LayerName(outcome.layer);
    if (outcome.nothing_to_do) {
      message = "notification that asks for nothing";
    } else if (outcome.acknowledged) {
      message = "duplicate notification skipped";
    } else if (outcome.layer == Layer::kSignature) {
      level = Log::Level::kWarn;
      message = "notification refused";
    } else {
      message = "notification put off";
    }
  }
  parts_.log.Write(level, message,
                   {{"channel", channel()},
                    {"notify_id", n.notify_id},
                    {"order_no", n.order_no},
                    {"event_type", n.event_type},
                    {"layer", layer},
                    {"status", int64_t{outcome.status}},
                    {"reason", outcome.acknowledged && !outcome.nothing_to_do ? std::string_view()
                                                                              : outcome.message}});
}

}  // namespace paystorm_reference
