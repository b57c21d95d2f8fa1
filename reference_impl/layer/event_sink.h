#ifndef PAYSTORM_REFERENCE_LAYER_EVENT_SINK_H_
#define PAYSTORM_REFERENCE_LAYER_EVENT_SINK_H_

#include <functional>
#include <string>
#include <string_view>

#include "notify/notification.h"
#include "store/db.h"

namespace paystorm_reference {

inline constexpr std::string_view kEventStream = "payment_events";

// Something that happened to an order, told to the rest of the shop.
struct Event {
  std::string key;   // the same for the same effect, e.g. order.paid:wxpay:4200
  std::string type;  // order.paid or order.refunded
  std::string order_no;
  std::string payload;  // JSON
};

Event PaidEvent(const Notification& notification);
Event RefundedEvent(const Notification& notification);

// Where events of a business step go. Thread-safe.
class EventSink {
 public:
  virtual ~EventSink() = default;
  // Called inside the transaction. Throws on failure, and then the step has failed.
  virtual void Emit(DbSession& db, const Event& event) = 0;
  // Called after the commit.
  virtual void Committed() = 0;
};

// Writes the outbox row in the same transaction, and wakes the publisher after the commit.
class OutboxSink final : public EventSink {
 public:
  explicit OutboxSink(std::function<void()> wake_publisher);
  void Emit(DbSession& db, const Event& event) override;
  void Committed() override;

 private:
  const std::function<void()> wake_publisher_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_EVENT_SINK_H_
