#include "layer/order_status.h"

namespace paystorm_reference {

std::string_view OrderStatusName(OrderStatus status) {
  switch (status) {
    case OrderStatus::kPending:
      return "pending";
    case OrderStatus::kPaid:
      return "paid";
    case OrderStatus::kCancelled:
      return "cancelled";
    case OrderStatus::kShipped:
      return "shipped";
    case OrderStatus::kReceived:
      return "received";
    case OrderStatus::kCompleted:
      return "completed";
    case OrderStatus::kRefunding:
      return "refunding";
    case OrderStatus::kRefunded:
      break;
  }
  return "refunded";
}

std::optional<OrderStatus> ParseOrderStatus(std::string_view name) {
  for (const OrderStatus status : kOrderStatuses) {
    if (OrderStatusName(status) == name) return status;
  }
  return std::nullopt;
}

bool IsLegalMove(OrderStatus from, OrderStatus to) {
  using S = OrderStatus;
  switch (from) {
    case S::kPending:
      return to == S::kPaid || to == S::kCancelled;
    case S::kPaid:
      return to == S::kShipped || to == S::kRefunding;
    case S::kShipped:
      return to == S::kReceived;
    case S::kReceived:
      return to == S::kRefunding || to == S::kCompleted;
    case S::kRefunding:
      return to == S::kRefunded || to == S::kPaid;
    case S::kCancelled:
    case S::kCompleted:
    case S::kRefunded:
      break;
  }
  return false;
}

}  // namespace paystorm_reference
