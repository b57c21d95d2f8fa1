#include "layer/order_status.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace paystorm_reference {
namespace {

// All 64 pairs: exactly the nine edges of the graph are legal.
TEST(OrderStatus, HasExactlyTheseEdges) {
  const std::set<std::pair<std::string, std::string>> edges = {
      {"pending", "paid"},       {"pending", "cancelled"},  {"paid", "shipped"},
      {"paid", "refunding"},     {"shipped", "received"},   {"received", "refunding"},
      {"received", "completed"}, {"refunding", "refunded"}, {"refunding", "paid"}};
  for (const OrderStatus from : kOrderStatuses) {
    for (const OrderStatus to : kOrderStatuses) {
      const std::pair<std::string, std::string> edge(OrderStatusName(from), OrderStatusName(to));
      EXPECT_EQ(IsLegalMove(from, to), edges.contains(edge)) << edge.first << " " << edge.second;
    }
  }
}

// Names are read back as what they were written for, and nothing else is a status.
TEST(OrderStatus, NamesRoundTrip) {
  for (const OrderStatus status : kOrderStatuses) {
    EXPECT_EQ(ParseOrderStatus(OrderStatusName(status)), status);
  }
  EXPECT_EQ(ParseOrderStatus("PAID"), std::nullopt);
  EXPECT_EQ(ParseOrderStatus(""), std::nullopt);
}

}  // namespace
}  // namespace paystorm_reference
