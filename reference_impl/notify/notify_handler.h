#ifndef PAYSTORM_REFERENCE_NOTIFY_NOTIFY_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_NOTIFY_HANDLER_H_

#include <chrono>
#include <string>
#include <string_view>
#include <variant>

#include "http/http_server.h"
#include "layer/strategies.h"
#include "log/log.h"
#include "metrics/metrics.h"
#include "notify/order_check.h"
#include "notify/outcome.h"
#include "notify/wxpay_extract.h"
#include "store/connection_pool.h"

namespace paystorm_reference {

// Joins the four layers for any channel: signature gate, comparison with the order, lock, claim of
// the notify log, one transaction with the business step, release, answer. A channel's handler only
// extracts and does its business step.
//
// Every delivery is answered within 5 s of its arrival: each statement and each lock wait is
// bounded, and no attempt begins that could not end in time. Thread-safe.
class NotifyHandler {
 public:
  // Borrowed for the handler's life.
  struct Parts {
    ConnectionPool& pool;
    Strategies& strategies;
    Metrics& metrics;
    Log& log;
    Merchant merchant;
  };

  virtual ~NotifyHandler() = default;

  // Blocks; never throws.
  HttpResponse Handle(const HttpRequest& request);

 protected:
  explicit NotifyHandler(Parts parts);

  virtual std::string_view channel() const = 0;
  // From the raw body of a request that has passed the gate.
  virtual std::variant<Notification, ExtractError> Extract(std::string_view body) const = 0;
  // Inside the transaction; may throw DbError.
  virtual StepResult BusinessStep(StateMachine& machine, const StepContext& context) const = 0;

 private:
  using Clock = std::chrono::steady_clock;

  Outcome Judge(const HttpRequest& request, Notification& notification);
  Outcome UnderLock(DbSession& db, const Notification& notification, Clock::time_point arrived);
  Outcome Work(DbSession& db, const Notification& notification, const NotifyLog::Claim& claim,
               Clock::time_point arrived);
  Outcome WorkOnce(DbSession& db, const Notification& notification, const NotifyLog::Claim& claim);
  Outcome GiveUp(DbSession& db, const Notification& notification, const NotifyLog::Claim& claim,
                 Clock::time_point arrived, int status, std::string_view reason);
  void Count(const Outcome& outcome);
  void Report(const Notification& notification, const Outcome& outcome);

  Parts parts_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_NOTIFY_HANDLER_H_
