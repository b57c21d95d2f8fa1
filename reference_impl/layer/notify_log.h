#ifndef PAYSTORM_REFERENCE_LAYER_NOTIFY_LOG_H_
#define PAYSTORM_REFERENCE_LAYER_NOTIFY_LOG_H_

#include <chrono>
#include <string>
#include <string_view>

#include "notify/notification.h"
#include "store/db.h"

namespace paystorm_reference {

// The third layer: the durable record of which notifications have been worked on, and by whom.
// Thread-safe; the connection is the caller's. Every method may throw DbError.
class NotifyLog {
 public:
  enum class State {
    kClaimed,  // ours to work on
    kDone,     // the effect is durable
    kBusy,     // another delivery works on it, or may
  };
  struct Claim {
    State state = State::kBusy;
    std::string channel;
    std::string notify_id;
    std::string token;
  };

  virtual ~NotifyLog() = default;
  // Autocommit, outside of any transaction, so that the claim is seen at once.
  virtual Claim TryClaim(DbSession& db, const Notification& notification) = 0;
  // Whether the notification is done; for a delivery that has lost the lock.
  virtual bool IsDone(DbSession& db, const Notification& notification) = 0;
  // First statement of the transaction: locks the row and says whether the claim is still ours.
  virtual State Confirm(DbSession& db, const Claim& claim) = 0;
  // Last statement of the transaction.
  virtual void MarkDone(DbSession& db, const Claim& claim, const Notification& notification) = 0;
  // After the rollback, autocommit: lets the next delivery have it at once. Without effect when the
  // claim is no longer ours.
  virtual void MarkFailed(DbSession& db, const Claim& claim, const Notification& notification,
                          std::string_view reason) = 0;
};

// payment_notify_log with its unique key, claims by token and lease. A claim changes hands by
// compare-and-set, when the row is failed or its lease is over by the database's clock; a claim
// lost while its owner worked is seen in Confirm, and then nothing of that owner is committed.
class LeasedNotifyLog : public NotifyLog {
 public:
  explicit LeasedNotifyLog(std::chrono::milliseconds lease);
  Claim TryClaim(DbSession& db, const Notification& notification) override;
  bool IsDone(DbSession& db, const Notification& notification) override;
  State Confirm(DbSession& db, const Claim& claim) override;
  void MarkDone(DbSession& db, const Claim& claim, const Notification& notification) override;
  void MarkFailed(DbSession& db, const Claim& claim, const Notification& notification,
                  std::string_view reason) override;

 private:
  const int64_t lease_us_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_NOTIFY_LOG_H_
