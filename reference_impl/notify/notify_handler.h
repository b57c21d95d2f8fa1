#ifndef PAYSTORM_REFERENCE_NOTIFY_NOTIFY_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_NOTIFY_HANDLER_H_

#include <chrono>
#include <string>
#include <string_view>

#include "http/http_server.h"
#include "layer/strategies.h"
#include "log/log.h"
#include "metrics/metrics.h"
#include "notify/extract_error.h"
#include "notify/order_check.h"
#include "notify/outcome.h"
#include "store/connection_pool.h"

namespace paystorm_reference {

// Joins the four layers for any channel: signature gate, comparison with the order, lock, claim of
// the notify log, one transaction with the business step, release, answer. A channel's handler only
// extracts, and answers in its gateway's words.
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

  explicit NotifyHandler(Parts parts);
  virtual ~NotifyHandler() = default;

  // Blocks; never throws.
  HttpResponse Handle(const HttpRequest& request);

 protected:
  virtual std::string_view channel() const = 0;
  // From a request that has passed the gate.
  virtual Extracted Extract(const HttpRequest& request) const = 0;
  // {"code":"SUCCESS","message":"OK"}, or FAIL and why, unless the gateway wants to hear otherwise.
  virtual HttpResponse Answer(const Outcome& outcome) const;

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
