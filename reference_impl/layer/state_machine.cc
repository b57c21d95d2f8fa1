#include "layer/state_machine.h"

#include <optional>

namespace paystorm_reference {
namespace {

// The trade is on record: for this order, or (an error of somebody's) for another one.
std::optional<StepResult> KnownTrade(const StepContext& context) {
  const Notification& n = context.notification;
  const auto record =
      context.db.QueryOne("SELECT order_no FROM payment_record WHERE channel = ? AND trade_no = ?",
                          {n.channel, n.trade_no});
  if (!record) return std::nullopt;
  if (record->at(0) == n.order_no) return StepResult::kDuplicate;
  return RecordException(context, "trade_of_other_order", n.trade_no, n.amount_minor,
                         "this trade has paid order " + record->at(0).value_or(""));
}

// A payment for an order that cannot be paid (any more): seen before, paid twice, or paid too late.
StepResult PayUnpayable(const StepContext& context, std::string_view status) {
  if (const auto known = KnownTrade(context)) return *known;
  const Notification& n = context.notification;
  const bool cancelled = status == OrderStatusName(OrderStatus::kCancelled);
  return RecordException(context, cancelled ? "payment_for_cancelled_order" : "second_payment",
                         n.trade_no, n.amount_minor, "the order was " + std::string(status));
}

}  // namespace

void MoveOrder(DbSession& db, std::string_view order_no, OrderStatus from, OrderStatus to) {
  if (!IsLegalMove(from, to)) throw DbError(0, "no such edge in the order's state graph");
  const int64_t rows = db.Execute(
      "UPDATE `order` SET status = ?, updated_at = NOW(6) WHERE order_no = ? AND status = ?",
      {OrderStatusName(to), order_no, OrderStatusName(from)});
  if (rows != 1) throw DbError(0, "the order has moved meanwhile");
}

void InsertPayment(const StepContext& context) {
  const Notification& n = context.notification;
  context.db.Execute(
      "INSERT INTO payment_record (channel, trade_no, order_no, amount_minor, currency, notify_id) "
      "VALUES (?, ?, ?, ?, ?, ?)",
      {n.channel, n.trade_no, n.order_no, n.amount_minor, n.currency, n.notify_id});
}

StepResult RecordException(const StepContext& context, std::string_view kind,
                           std::string_view trade_no, int64_t amount_minor,
                           std::string_view detail) {
  const Notification& n = context.notification;
  try {
    context.db.Execute(
        "INSERT INTO payment_exception (channel, kind, order_no, trade_no, notify_id, "
        "amount_minor, currency, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        {n.channel, kind, n.order_no, trade_no, n.notify_id, amount_minor, n.currency, detail});
  } catch (const DbError& error) {
    if (error.kind() != DbError::Kind::kDuplicateKey) throw;
    return StepResult::kDuplicate;
  }
  return StepResult::kEffect;
}

StepResult OrderStateMachine::Pay(const StepContext& context) {
  const Notification& n = context.notification;
  if (const auto known = KnownTrade(context)) return *known;
  const int64_t paid = context.db.Execute(
      "UPDATE `order` SET status = 'paid', updated_at = NOW(6) "
      "WHERE order_no = ? AND status = 'pending' AND amount_minor = ? AND currency = ?",
      {n.order_no, n.amount_minor, n.currency});
  if (paid == 0) {
    // A locking read: it sees what is committed now, and nothing changes until we are done.
    const auto order = context.db.QueryOne(
        "SELECT status FROM `order` WHERE order_no = ? FOR UPDATE", {n.order_no});
    if (!order) return StepResult::kUnknownOrder;
    const std::string status = order->at(0).value_or("");
    if (status == "pending") throw DbError(0, "the order's amount has changed meanwhile");
    return PayUnpayable(context, status);
  }
  InsertPayment(context);
  context.events.Emit(context.db, PaidEvent(n));
  return StepResult::kEffect;
}

StepResult OrderStateMachine::Refund(const StepContext& context) {
  const Notification& n = context.notification;
  const auto order = context.db.QueryOne(
      "SELECT status, amount_minor, refunded_minor FROM `order` WHERE order_no = ? FOR UPDATE",
      {n.order_no});
  if (!order) return StepResult::kUnknownOrder;
  const auto status = ParseOrderStatus(order->at(0).value_or(""));
  if (!status) throw DbError(0, "the order has an unknown status");
  if (*status == OrderStatus::kPending) return StepResult::kNotYet;
  return RefundLockedOrder(context, *status, AsInt(order->at(1)), AsInt(order->at(2)));
}

}  // namespace paystorm_reference
