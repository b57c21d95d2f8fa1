#ifndef PAYSTORM_REFERENCE_LAYER_ORDER_STATUS_H_
#define PAYSTORM_REFERENCE_LAYER_ORDER_STATUS_H_

#include <array>
#include <optional>
#include <string_view>

namespace paystorm_reference {

enum class OrderStatus {
  kPending,
  kPaid,
  kCancelled,
  kShipped,
  kReceived,
  kCompleted,
  kRefunding,
  kRefunded,
};
inline constexpr std::array<OrderStatus, 8> kOrderStatuses = {
    OrderStatus::kPending,   OrderStatus::kPaid,     OrderStatus::kCancelled,
    OrderStatus::kShipped,   OrderStatus::kReceived, OrderStatus::kCompleted,
    OrderStatus::kRefunding, OrderStatus::kRefunded};

// As it stands in the table, e.g. "pending".
std::string_view OrderStatusName(OrderStatus status);
std::optional<OrderStatus> ParseOrderStatus(std::string_view name);

// The edges: pending -> paid, cancelled; paid -> shipped, refunding; shipped -> received;
// received -> refunding, completed; refunding -> refunded, paid. No others.
bool IsLegalMove(OrderStatus from, OrderStatus to);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_ORDER_STATUS_H_
