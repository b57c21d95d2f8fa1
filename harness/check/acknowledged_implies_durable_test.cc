#include "harness/check/acknowledged_implies_durable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::EventKind;
using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("acknowledged_implies_durable"); }

// Proves that a success answer without a payment behind it is found, and names the delivery.
TEST(AcknowledgedImpliesDurable, PaymentThatIsNotThere) {
  Scene scene = Scene::Good();
  scene.Clear("payments");
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("acknowledged_but_lost"));
  EXPECT_EQ(result.findings.at(0).about, "EV-1");
  EXPECT_EQ(result.findings.at(0).want, "the durable effect of what delivery 2 was told is done");
  EXPECT_EQ(result.findings.at(0).got, "no payment or exception row for trade T1");
  EXPECT_EQ(result.findings.at(0).rows.at(0).rows.size(), 3u);
}

// Proves that an exception row is an effect: a person can act on it.
TEST(AcknowledgedImpliesDurable, ExceptionIsAnEffect) {
  Scene scene = Scene::Good();
  scene.Clear("payments");
  scene.Row("exceptions", {"wxpay", "payment_for_cancelled_order", "A", "T1", "EV-1"});
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that an acknowledged refund needs its row, and a settled one if success was told.
TEST(AcknowledgedImpliesDurable, Refund) {
  Scene gone = Scene::Good();
  gone.Clear("refunds");
  EXPECT_THAT(Reasons(Judge(gone)), ElementsAre("acknowledged_but_lost"));
  Scene open = Scene::Good();
  open.Set("refunds", 0, "status", "ABNORMAL");
  EXPECT_EQ(Judge(open).findings.at(0).got, "refund R1 still ABNORMAL");
  open.book.notifications[1].notification.kind = EventKind::kRefundAbnormal;
  EXPECT_THAT(Reasons(Judge(open)), IsEmpty());
}

// Proves that a row of the notification that is not done belies the answer, as the article's
// design leaves it, and that a subject that keeps no such row is not blamed.
TEST(AcknowledgedImpliesDurable, NotificationRow) {
  for (const Cell& state : {Cell("processing"), Cell("failed"), Cell()}) {
    Scene scene = Scene::Good();
    scene.Set("notifications", 0, "state", state);
    EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("acknowledged_but_lost"));
  }
  Scene scene = Scene::Good();
  scene.Clear("notifications");
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that nothing is demanded of what was never acknowledged, which is another check's matter.
TEST(AcknowledgedImpliesDurable, RefusedIsNotLookedAt) {
  Scene scene = Scene::Good();
  scene.Pay("EV-3", "B", "T3");
  scene.Deliver("EV-3", Acknowledgement::kRefused);
  scene.Deliver("EV-3", Acknowledgement::kUnanswered);
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), IsEmpty());
  EXPECT_EQ(result.examined, 2);
}

}  // namespace
}  // namespace paystorm
