#include "harness/check/event_published_once.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("event_published_once"); }

// Proves that a second message for one payment is found, and its twin: none at all.
TEST(EventPublishedOnce, TwiceAndNever) {
  Scene twice = Scene::Good();
  twice.Row("events", {"order.paid:wxpay:T1", "order.paid", "A"});
  EXPECT_THAT(Reasons(Judge(twice)), ElementsAre("published_twice"));
  EXPECT_EQ(Judge(twice).findings.at(0).want, "1 event order.paid for T1 of order A");
  EXPECT_EQ(Judge(twice).findings.at(0).got, "2 events");
  Scene never = Scene::Good();
  never.Clear("events");
  EXPECT_THAT(Reasons(Judge(never)), ElementsAre("never_published", "never_published"));
}

// Proves that a message that names another order is not the payment's own.
TEST(EventPublishedOnce, NamesItsOrder) {
  Scene scene = Scene::Good();
  scene.Set("events", 0, "order_no", "B");
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("never_published"));
  EXPECT_EQ(Judge(scene).findings.at(0).got, "1 event that names order B");
}

// Proves that a message without a committed row behind it is found: it was sent inside a
// transaction that was rolled back.
TEST(EventPublishedOnce, Uncommitted) {
  Scene paid = Scene::Good();
  paid.Row("events", {"order.paid:wxpay:T9", "order.paid", "B"});
  EXPECT_THAT(Reasons(Judge(paid)), ElementsAre("published_uncommitted"));
  Scene refunded = Scene::Good();
  refunded.Row("events", {"order.refunded:wxpay:R9", "order.refunded", "A"});
  EXPECT_THAT(Reasons(Judge(refunded)), ElementsAre("published_uncommitted"));
}

// Proves that a refund that is not settled, or was set aside, has no event: one is too many.
TEST(EventPublishedOnce, OnlySettledRefunds) {
  for (const char* status : {"ABNORMAL", "CLOSED"}) {
    Scene scene = Scene::Good();
    scene.Set("refunds", 0, "status", status);
    EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("published_uncommitted")) << status;
  }
  Scene aside = Scene::Good();
  aside.Row("exceptions", {"wxpay", "refund_without_edge", "A", "R1", "EV-2"});
  EXPECT_THAT(Reasons(Judge(aside)), ElementsAre("published_uncommitted"));
}

// Proves that two payment rows of one trade do not excuse two messages, and that other types of
// events are left alone.
TEST(EventPublishedOnce, DoubledRowsAndOtherTypes) {
  Scene scene = Scene::Good();
  scene.Row("events", {"order.shipped:wxpay:T1", "order.shipped", "A"});
  scene.Row("payments", {"wxpay", "T1", "A", "9900", "CNY", "EV-1"});
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  scene.Row("events", {"order.paid:wxpay:T1", "order.paid", "A"});
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("published_twice"));
}

}  // namespace
}  // namespace paystorm
