#include "mockgw/book/book.h"

#include <gtest/gtest.h>

namespace paystorm::mockgw {
namespace {

Delivery Sent(uint64_t id, const std::string& notify_id, Variant variant, Acknowledgement taken) {
  Delivery delivery;
  delivery.id = id;
  delivery.notify_id = notify_id;
  delivery.variant = variant;
  delivery.acknowledgement = taken;
  return delivery;
}

// Proves that only a genuine acknowledged delivery counts, by one of each other kind.
TEST(Book, OnlyAGenuineDeliveryAcknowledges) {
  Book book;
  book.notifications.emplace_back();
  book.notifications[0].notification.notify_id = "a";
  book.notifications[0].label = "paid";
  book.deliveries = {Sent(1, "a", Variant::kProbe, Acknowledgement::kAcknowledged),
                     Sent(2, "b", Variant::kGenuine, Acknowledgement::kAcknowledged),
                     Sent(3, "a", Variant::kGenuine, Acknowledgement::kRefused)};
  EXPECT_FALSE(book.Acknowledged("a"));
  book.deliveries.push_back(Sent(4, "a", Variant::kGenuine, Acknowledgement::kAcknowledged));
  EXPECT_TRUE(book.Acknowledged("a"));
  ASSERT_EQ(book.DeliveriesOf("a").size(), 3u);
  EXPECT_EQ(book.DeliveriesOf("a")[2]->id, 4u);
  EXPECT_EQ(book.FindNotification("a")->label, "paid");
  EXPECT_EQ(book.FindNotification("c"), nullptr);
}

}  // namespace
}  // namespace paystorm::mockgw
