#include <optional>
#include <string>

#include "layer/state_machine.h"

namespace paystorm_reference {
namespace {

using RefundStatus = Notification::RefundStatus;

void InsertRefund(const StepContext& context) {
  const Notification& n = context.notification;
  context.db.Execute(
      "INSERT INTO refund_record (channel, refund_id, out_refund_no, order_no, trade_no, "
      "amount_minor, status) VALUES (?, ?, ?, ?, ?, ?, ?)",
      {n.channel, n.refund_id, n.out_refund_no, n.order_no, n.trade_no, n.refund_minor,
       RefundStatusName(n.refund_status)});
}

void SettleRefund(const StepContext& context) {
  const Notification& n = context.notification;
  const int64_t rows = context.db.Execute(
      "UPDATE refund_record SET status = ?, updated_at = NOW(6) "
      "WHERE channel = ? AND refund_id = ? AND status = 'ABNORMAL'",
      {RefundStatusName(n.refund_status), n.channel, n.refund_id});
  if (rows != 1) throw DbError(0, "the refund has moved meanwhile");
}

// The trade that paid the order, when it is another one than the refund's.
bool IsForOtherTrade(const StepContext& context) {
  const Notification& n = context.notification;
  const auto record = context.db.QueryOne(
      "SELECT trade_no FROM payment_record WHERE channel = ? AND order_no = ? ORDER BY id LIMIT 1",
      {n.channel, n.order_no});
  return record && record->at(0) != n.trade_no;
}

bool HasOpenRefund(const StepContext& context) {
  const Notification& n = context.notification;
  return context.db
      .QueryOne(
          "SELECT id FROM refund_record WHERE channel = ? AND order_no = ? AND status = 'ABNORMAL' "
          "LIMIT 1",
          {n.channel, n.order_no})
      .has_value();
}

// The refund's row is written; now the order. Requires that it is paid, received or refunding.
void ApplySuccess(const StepContext& context, OrderStatus status, int64_t amount_minor,
                  int64_t refunded_minor) {
  const Notification& n = context.notification;
  if (refunded_minor + n.refund_minor > amount_minor) {
    throw DbError(0, "more would be refunded than was paid");
  }
  if (status != OrderStatus::kRefunding) {
    MoveOrder(context.db, n.order_no, status, OrderStatus::kRefunding);
  }
  context.db.Execute(
      "UPDATE `order` SET refunded_minor = refunded_minor + ?, updated_at = NOW(6) "
      "WHERE order_no = ?",
      {n.refund_minor, n.order_no});
  if (refunded_minor + n.refund_minor == amount_minor) {
    MoveOrder(context.db, n.order_no, OrderStatus::kRefunding, OrderStatus::kRefunded);
  } else if (!HasOpenRefund(context)) {
    MoveOrder(context.db, n.order_no, OrderStatus::kRefunding, OrderStatus::kPaid);
  }
  context.events.Emit(context.db, RefundedEvent(n));
}

StepResult NewRefund(const StepContext& context, OrderStatus status, int64_t amount_minor,
                     int64_t refunded_minor) {
  const Notification& n = context.notification;
  InsertRefund(context);
  if (n.refund_status == RefundStatus::kClosed) return StepResult::kEffect;
  if (IsForOtherTrade(context)) {
    RecordException(context, "refund_for_other_trade", n.refund_id, n.refund_minor,
                    "the order was paid by another trade than " + n.trade_no);
    return StepResult::kEffect;
  }
  if (status != OrderStatus::kRefunding && !IsLegalMove(status, OrderStatus::kRefunding)) {
    RecordException(context, "refund_without_edge", n.refund_id, n.refund_minor,
                    "the order was " + std::string(OrderStatusName(status)));
    return StepResult::kEffect;
  }
  if (n.refund_status == RefundStatus::kSuccess) {
    ApplySuccess(context, status, amount_minor, refunded_minor);
    return StepResult::kEffect;
  }
  if (status != OrderStatus::kRefunding) {
    MoveOrder(context.db, n.order_no, status, OrderStatus::kRefunding);
  }
  RecordException(context, "refund_abnormal", n.refund_id, n.refund_minor,
                  "the gateway could not pay the refund out");
  return StepResult::kEffect;
}

// ABNORMAL before, SUCCESS or CLOSED now.
StepResult OpenRefund(const StepContext& context, OrderStatus status, int64_t amount_minor,
                      int64_t refunded_minor) {
  const Notification& n = context.notification;
  SettleRefund(context);
  const bool ours = status == OrderStatus::kRefunding && !IsForOtherTrade(context);
  if (n.refund_status == RefundStatus::kClosed) {
    if (ours && !HasOpenRefund(context)) {
      MoveOrder(context.db, n.order_no, OrderStatus::kRefunding, OrderStatus::kPaid);
    }
  } else if (ours) {
    ApplySuccess(context, status, amount_minor, refunded_minor);
  }
  return StepResult::kEffect;
}

}  // namespace

StepResult RefundLockedOrder(const StepContext& context, OrderStatus status, int64_t amount_minor,
                             int64_t refunded_minor) {
  Notification n = context.notification;
  const auto known = context.db.QueryOne(
      "SELECT status, amount_minor, order_no FROM refund_record "
      "WHERE channel = ? AND refund_id = ?",
      {n.channel, n.refund_id});
  if (n.refunded_total_minor > 0) {
    n.refund_minor = known ? AsInt(known->at(1)) : n.refunded_total_minor - refunded_minor;
    // A later notice has told the total with this refund in it.
    if (n.refund_minor <= 0) return StepResult::kDuplicate;
  }
  const StepContext own{context.db, context.events, n};
  if (!known) return NewRefund(own, status, amount_minor, refunded_minor);
  if (AsInt(known->at(1)) != n.refund_minor || known->at(2) != n.order_no) {
    throw DbError(0, "this refund is on record with another amount or order");
  }
  // Only ABNORMAL may still change; anything else that comes late is a thing of the past.
  if (known->at(0) != "ABNORMAL" || n.refund_status == RefundStatus::kAbnormal) {
    return StepResult::kDuplicate;
  }
  return OpenRefund(own, status, amount_minor, refunded_minor);
}

}  // namespace paystorm_reference
