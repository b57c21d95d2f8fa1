#include "defect/order_number_key.h"

#include <memory>
#include <string_view>

namespace paystorm_reference {
namespace {

// The correct log, but its notify_id column holds the order number.
class OrderNumberLog final : public LeasedNotifyLog {
 public:
  using LeasedNotifyLog::LeasedNotifyLog;

  Claim TryClaim(DbSession& db, const Notification& notification) override {
    return LeasedNotifyLog::TryClaim(db, ByOrder(notification));
  }
  bool IsDone(DbSession& db, const Notification& notification) override {
    return LeasedNotifyLog::IsDone(db, ByOrder(notification));
  }

 private:
  static Notification ByOrder(Notification notification) {
    notification.notify_id = notification.order_no;
    return notification;
  }
};

void Apply(Strategies& strategies, const StrategyTools& tools) {
  strategies.log = std::make_unique<OrderNumberLog>(tools.claim_lease);
}

}  // namespace

const Defect kOrderNumberKeyDefect = {
    "order-number-key",
    "Notifications are told apart by the order number: the refund of a paid order is acknowledged "
    "as a duplicate and lost.",
    Apply};

}  // namespace paystorm_reference
