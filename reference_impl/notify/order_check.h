#ifndef PAYSTORM_REFERENCE_NOTIFY_ORDER_CHECK_H_
#define PAYSTORM_REFERENCE_NOTIFY_ORDER_CHECK_H_

#include <optional>
#include <string>

#include "notify/notification.h"
#include "notify/outcome.h"
#include "store/db.h"

namespace paystorm_reference {

// Who this shop is; an empty text is not compared.
struct Merchant {
  std::string mchid;
  std::string appid;
};

// Compares what the gateway says with the order before anything is written. Thread-safe; the
// connection is the caller's.
class OrderComparison {
 public:
  virtual ~OrderComparison() = default;

  // 404 unknown order, 422 another amount, currency, merchant, app or channel, or more refunded
  // than was paid, 409 a refund before its payment. nullopt when the notification fits. Throws
  // DbError.
  virtual std::optional<Outcome> Compare(DbSession& db, const Notification& notification,
                                         const Merchant& merchant) const;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_ORDER_CHECK_H_
