#include "harness/check/exactly_once_effect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::EventKind;
using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("exactly_once_effect"); }

// Proves that two payment rows of one trade are found, which is what check-then-act leaves.
TEST(ExactlyOnceEffect, TwoRowsAreTwice) {
  Scene scene = Scene::Good();
  scene.Row("payments", {"wxpay", "T1", "A", "9900", "CNY", "EV-1"});
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("twice"));
  EXPECT_EQ(result.findings.at(0).about, "A");
  EXPECT_EQ(result.findings.at(0).want, "1 payment or exception row for trade T1");
  EXPECT_EQ(result.findings.at(0).got, "2 payment rows and 0 exception rows");
  EXPECT_EQ(result.findings.at(0).rows.at(0).rows.size(), 2u);
}

// Proves the twin of it: an effect that was guarded away altogether is lost.
TEST(ExactlyOnceEffect, NoRowIsLost) {
  Scene scene = Scene::Good();
  scene.Clear("payments");
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("lost"));
  EXPECT_EQ(result.findings.at(0).got, "0 payment rows and 0 exception rows");
}

// Proves that the effect is demanded whether or not the subject ever acknowledged.
TEST(ExactlyOnceEffect, NeverAcknowledgedIsLostToo) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  scene.Deliver("EV-1", Acknowledgement::kRefused);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("lost"));
}

// Proves that booked and set aside at once counts twice.
TEST(ExactlyOnceEffect, BookedAndSetAsideIsTwice) {
  Scene scene = Scene::Good();
  scene.Row("exceptions", {"wxpay", "second_payment", "A", "T1", "EV-1"});
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("twice"));
}

// Proves that another amount, another currency and no amount at all are found.
TEST(ExactlyOnceEffect, WrongAmount) {
  for (const auto& [column, cell] :
       std::vector<std::pair<std::string, Cell>>{{"amount_minor", "99"},
                                                 {"amount_minor", "9900.00"},
                                                 {"amount_minor", std::nullopt},
                                                 {"currency", "USD"},
                                                 {"currency", std::nullopt}}) {
    Scene scene = Scene::Good();
    scene.Set("payments", 0, column, cell);
    EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("wrong_amount")) << column;
  }
  Scene scene = Scene::Good();
  scene.Set("payments", 0, "amount_minor", "99");
  EXPECT_EQ(Judge(scene).findings.at(0).want, "9900 CNY for trade T1");
  EXPECT_EQ(Judge(scene).findings.at(0).got, "99 CNY");
}

// Proves that a payment booked on somebody else's order is lost to its own.
TEST(ExactlyOnceEffect, BookedOnAnotherOrderIsLost) {
  Scene scene = Scene::Good();
  scene.Set("payments", 0, "order_no", "B");
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("lost"));
}

// Proves that a payment row alone is not enough: the order must have moved to paid, once.
TEST(ExactlyOnceEffect, OrderMovesToPaidOnce) {
  Scene never = Scene::Good();
  never.Clear("transitions");
  EXPECT_THAT(Reasons(Judge(never)), ElementsAre("lost"));
  EXPECT_EQ(Judge(never).findings.at(0).want, "1 move from pending to paid");
  Scene again = Scene::Good();
  again.Row("transitions", {"A", "pending", "paid"});
  EXPECT_THAT(Reasons(Judge(again)), ElementsAre("twice"));
}

// Proves that a payment for a cancelled order is well in one exception row, and that the order may
// then not be paid as well.
TEST(ExactlyOnceEffect, CancelledOrderEndsInAnException) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  scene.Deliver("EV-1", Acknowledgement::kAcknowledged);
  scene.Row("exceptions", {"wxpay", "payment_for_cancelled_order", "A", "T1", "EV-1"});
  EXPECT_EQ(Judge(scene).verdict, Verdict::kHolds);
  scene.Row("transitions", {"A", "pending", "paid"});
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("twice"));
}

// Proves that a second notification of one payment asks for no second effect.
TEST(ExactlyOnceEffect, TwoNotificationsOfOnePayment) {
  Scene scene = Scene::Good();
  scene.Tell("EV-3", EventKind::kPaymentSuccess, "A", "T1");
  scene.Deliver("EV-3", Acknowledgement::kAcknowledged);
  const CheckResult result = Judge(scene);
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.examined, 2);
}

// Proves that of two trades for one order the second must be set aside, not booked, not dropped.
TEST(ExactlyOnceEffect, SecondTradeIsAnException) {
  Scene scene = Scene::Good();
  scene.Pay("EV-3", "A", "T2");
  scene.Deliver("EV-3", Acknowledgement::kAcknowledged);
  Scene dropped = scene;
  EXPECT_THAT(Reasons(Judge(dropped)), ElementsAre("lost"));
  Scene booked = scene;
  booked.Row("payments", {"wxpay", "T2", "A", "9900", "CNY", "EV-3"});
  EXPECT_THAT(Reasons(Judge(booked)), ElementsAre("twice"));
  scene.Row("exceptions", {"wxpay", "second_payment", "A", "T2", "EV-3"});
  EXPECT_EQ(Judge(scene).verdict, Verdict::kHolds);
}

// Proves that what was not told demands nothing: forged, wrong in content, or never sent.
TEST(ExactlyOnceEffect, WhatWasNotToldNeedsNoEffect) {
  Scene scene = Scene::Good();
  scene.Pay("EV-3", "B", "T3").acceptable = false;
  scene.Deliver("EV-3", Acknowledgement::kRefused);
  scene.Pay("EV-4", "B", "T4");
  scene.Deliver("EV-4", Acknowledgement::kUnanswered).not_sent = true;
  scene.Pay("EV-5", "B", "T5");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that a refund that vanished, doubled, stands with another amount or is not settled is
// found, and is not reported again as a wrong sum.
TEST(ExactlyOnceEffect, RefundRows) {
  Scene lost = Scene::Good();
  lost.Clear("refunds").Set("orders", 0, "refunded_minor", "0");
  EXPECT_THAT(Reasons(Judge(lost)), ElementsAre("lost"));
  Scene twice = Scene::Good();
  twice.Row("refunds", {"wxpay", "R1", "A", "3000", "SUCCESS"});
  EXPECT_THAT(Reasons(Judge(twice)), ElementsAre("twice"));
  Scene amount = Scene::Good();
  amount.Set("refunds", 0, "amount_minor", "9900");
  EXPECT_THAT(Reasons(Judge(amount)), ElementsAre("wrong_amount"));
  Scene open = Scene::Good();
  open.Set("refunds", 0, "status", "ABNORMAL");
  EXPECT_THAT(Reasons(Judge(open)), ElementsAre("lost"));
}

// Proves that the order's refunded amount is the sum of the gateway's refunds: one added twice is
// found, one forgotten is found, and one that cannot be read leaves us not knowing.
TEST(ExactlyOnceEffect, RefundedSum) {
  Scene twice = Scene::Good();
  twice.Set("orders", 0, "refunded_minor", "6000");
  EXPECT_THAT(Reasons(Judge(twice)), ElementsAre("twice"));
  EXPECT_EQ(Judge(twice).findings.at(0).want, "3000 refunded in all");
  Scene lost = Scene::Good();
  lost.Set("orders", 0, "refunded_minor", "0");
  EXPECT_THAT(Reasons(Judge(lost)), ElementsAre("lost"));
  Scene unknown = Scene::Good();
  unknown.Set("orders", 0, "refunded_minor", std::nullopt);
  EXPECT_EQ(Judge(unknown).verdict, Verdict::kInconclusive);
  EXPECT_THAT(Reasons(Judge(unknown)), ElementsAre("evidence_missing"));
  Scene no_order = Scene::Good();
  no_order.Clear("orders");
  EXPECT_THAT(Reasons(Judge(no_order)), ElementsAre("lost"));
}

// Proves that a refund that was abnormal and then settled counts as settled, in whichever order
// the two arrived, and that one that stayed abnormal or was closed adds nothing to the sum.
TEST(ExactlyOnceEffect, RefundEndsInItsLastStatus) {
  Scene scene = Scene::Good();
  scene.Refund("EV-3", "A", "T1", "R2", 2000, EventKind::kRefundAbnormal);
  scene.Deliver("EV-3", Acknowledgement::kAcknowledged);
  scene.Row("refunds", {"wxpay", "R2", "A", "2000", "ABNORMAL"});
  scene.Row("exceptions", {"wxpay", "refund_abnormal", "A", "R2", "EV-3"});
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  scene.Tell("EV-4", EventKind::kRefundClosed, "A", "T1", 9900, "R2", 2000);
  scene.Deliver("EV-4", Acknowledgement::kAcknowledged);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("lost"));
  EXPECT_EQ(Judge(scene).findings.at(0).want, "refund R2 CLOSED");
  scene.Set("refunds", 1, "status", "CLOSED");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  scene.book.notifications.back().notification.kind = EventKind::kRefundSuccess;
  std::swap(scene.book.notifications.back(), *(scene.book.notifications.end() - 2));
  scene.Set("refunds", 1, "status", "SUCCESS").Set("orders", 0, "refunded_minor", "5000");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that a refund set aside for a person is not expected in the order's sum.
TEST(ExactlyOnceEffect, RefundSetAsideIsNotInTheSum) {
  Scene scene = Scene::Good();
  scene.Row("exceptions", {"wxpay", "refund_without_edge", "A", "R1", "EV-2"});
  scene.Set("orders", 0, "refunded_minor", "0");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that a refund whose payment was never told may be put off, but not once it was
// acknowledged.
TEST(ExactlyOnceEffect, RefundBeforeItsPayment) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  scene.Deliver("EV-1", Acknowledgement::kRefused, mockgw::Variant::kProbe);
  scene.Refund("EV-2", "A", "T1", "R1", 3000);
  scene.Deliver("EV-2", Acknowledgement::kRefused);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("nothing_examined"));
  scene.Deliver("EV-2", Acknowledgement::kAcknowledged);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("lost"));
}

}  // namespace
}  // namespace paystorm
