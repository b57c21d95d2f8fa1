#ifndef PAYSTORM_REFERENCE_LAYER_STATE_MACHINE_H_
#define PAYSTORM_REFERENCE_LAYER_STATE_MACHINE_H_

#include <string>
#include <string_view>

#include "layer/event_sink.h"
#include "layer/order_status.h"
#include "notify/notification.h"
#include "store/db.h"

namespace paystorm_reference {

struct StepContext {
  DbSession& db;  // inside the transaction
  EventSink& events;
  const Notification& notification;
};

enum class StepResult {
  kEffect,        // rows were written: an effect, or an exception for a person to look at
  kDuplicate,     // the effect was there already
  kUnknownOrder,  // nothing written; the gateway should send again
  kNotYet,        // the order is not ready for it; nothing written; send again
};

// The fourth layer: moves the order along the edges of order_status.h and nowhere else, and writes
// the payment, the refund or the exception that belongs to it. Each is the business step of one
// transaction; a throw (DbError) rolls it all back. Thread-safe; the connection is the caller's.
class StateMachine {
 public:
  virtual ~StateMachine() = default;
  virtual StepResult Pay(const StepContext& context) = 0;
  virtual StepResult Refund(const StepContext& context) = 0;
};

// The correct one: conditional updates. The order row is locked first, so that steps for one order
// follow one another whatever their notification ids.
class OrderStateMachine : public StateMachine {
 public:
  StepResult Pay(const StepContext& context) override;
  StepResult Refund(const StepContext& context) override;
};

// Moves the order from one status to the other; throws DbError when it is not in `from` any more or
// there is no such edge.
void MoveOrder(DbSession& db, std::string_view order_no, OrderStatus from, OrderStatus to);

void InsertPayment(const StepContext& context);

// kEffect, or kDuplicate when this exception is on record already. `trade_no` is the refund id for
// the refund kinds; `amount_minor` is what the exception is about.
StepResult RecordException(const StepContext& context, std::string_view kind,
                           std::string_view trade_no, int64_t amount_minor,
                           std::string_view detail);

// Of OrderStateMachine::Refund, once the order row is locked.
StepResult RefundLockedOrder(const StepContext& context, OrderStatus status, int64_t amount_minor,
                             int64_t refunded_minor);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_STATE_MACHINE_H_
