#include "layer/event_sink.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace paystorm_reference {
namespace {

nlohmann::ordered_json Common(const Notification& n) {
  nlohmann::ordered_json payload;
  payload["channel"] = n.channel;
  payload["notify_id"] = n.notify_id;
  payload["order_no"] = n.order_no;
  payload["trade_no"] = n.trade_no;
  return payload;
}

}  // namespace

Event PaidEvent(const Notification& n) {
  auto payload = Common(n);
  payload["amount_minor"] = n.amount_minor;
  payload["currency"] = n.currency;
  return {"order.paid:" + n.channel + ":" + n.trade_no, "order.paid", n.order_no, payload.dump()};
}

Event RefundedEvent(const Notification& n) {
  auto payload = Common(n);
  payload["refund_id"] = n.refund_id;
  payload["out_refund_no"] = n.out_refund_no;
  payload["amount_minor"] = n.refund_minor;
  return {"order.refunded:" + n.channel + ":" + n.refund_id, "order.refunded", n.order_no,
          payload.dump()};
}

OutboxSink::OutboxSink(std::function<void()> wake_publisher)
    : wake_publisher_(std::move(wake_publisher)) {}

void OutboxSink::Emit(DbSession& db, const Event& event) {
  db.Execute("INSERT INTO outbox (event_key, event_type, order_no, payload) VALUES (?, ?, ?, ?)",
             {event.key, event.type, event.order_no, event.payload});
}

void OutboxSink::Committed() { wake_publisher_(); }

}  // namespace paystorm_reference
