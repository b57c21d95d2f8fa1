#include "harness/check/refused_leaves_no_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::EventKind;
using mockgw::Variant;
using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("refused_leaves_no_trace"); }

// Proves that a forged notification that got through is found by its answer and by its rows, as
// when the signature gate is off.
TEST(RefusedLeavesNoTrace, ForgedGotThrough) {
  Scene scene = Scene::Good();
  scene.book.deliveries.back().acknowledgement = Acknowledgement::kAcknowledged;
  scene.Row("payments", {"wxpay", "F1", "B", "9900", "CNY", "EV-F"});
  scene.Row("notifications", {"wxpay", "EV-F", "TRANSACTION.SUCCESS", "B", "done", "1"});
  scene.Row("outbox", {"order.paid:wxpay:F1", "order.paid", "B", "1"});
  scene.Row("transitions", {"B", "pending", "paid"});
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("forged_acknowledged", "trace_left"));
  EXPECT_EQ(result.findings.at(0).got, "delivery 5 (wrong_key) acknowledged");
  EXPECT_EQ(result.findings[1].got,
            "1 row in notifications, 1 row in payments, 1 row in outbox, 1 row in transitions");
}

// Proves that each kind of row is a trace by itself, also where only the trade number gives it
// away because the notify id is null.
TEST(RefusedLeavesNoTrace, EachRowIsATrace) {
  const std::vector<std::pair<std::string, std::vector<Cell>>> rows = {
      {"payments", {"wxpay", "F1", "B", "9900", "CNY", std::nullopt}},
      {"payments", {"wxpay", std::nullopt, "B", "9900", "CNY", "EV-F"}},
      {"notifications", {"wxpay", "EV-F", std::nullopt, "B", "failed", "1"}},
      {"exceptions", {"wxpay", "second_payment", "B", "F1", std::nullopt}},
      {"exceptions", {"wxpay", "odd", "B", std::nullopt, "EV-F"}},
      {"outbox", {"order.paid:wxpay:F1", "order.paid", "B", "0"}},
      {"transitions", {"B", "pending", "cancelled"}}};
  for (const auto& [table, cells] : rows) {
    Scene scene = Scene::Good();
    scene.Row(table, cells);
    const CheckResult result = Judge(scene);
    EXPECT_THAT(Reasons(result), ElementsAre("trace_left")) << table;
    EXPECT_EQ(result.findings.at(0).got, "1 row in " + table);
  }
}

// Proves that genuine wrong content must be refused as well: another amount, acknowledged.
TEST(RefusedLeavesNoTrace, WrongContent) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1", 1).acceptable = false;
  scene.Deliver("EV-1", Acknowledgement::kRefused);
  EXPECT_EQ(Judge(scene).verdict, Verdict::kHolds);
  EXPECT_EQ(Judge(scene).examined, 1);
  scene.Deliver("EV-1", Acknowledgement::kAcknowledged);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("forged_acknowledged"));
  EXPECT_EQ(Judge(scene).findings.at(0).got, "delivery 2 (wrong content) acknowledged");
}

// Proves that a forged refund is found by its row and by a move of the order which the genuine
// payment does not explain.
TEST(RefusedLeavesNoTrace, ForgedRefundOfAPaidOrder) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  scene.Deliver("EV-1", Acknowledgement::kAcknowledged);
  scene.Row("transitions", {"A", "pending", "paid"});
  scene.Refund("EV-2", "A", "T1", "R1", 9900);
  scene.Deliver("EV-2", Acknowledgement::kRefused, Variant::kTampered);
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  Scene row = scene;
  row.Row("refunds", {"wxpay", "R1", "A", "9900", "SUCCESS"});
  EXPECT_EQ(Judge(row).findings.at(0).got, "1 row in refunds");
  scene.Row("transitions", {"A", "paid", "refunding"});
  scene.Row("transitions", {"A", "refunding", "refunded"});
  EXPECT_EQ(Judge(scene).findings.at(0).got, "2 rows in transitions");
}

// Proves that rows a genuine delivery explains are no trace of a forged one of the same
// notification, payment or order, while its answer still counts.
TEST(RefusedLeavesNoTrace, GenuineRowsAreNoTrace) {
  Scene scene = Scene::Good();
  scene.Deliver("EV-1", Acknowledgement::kRefused, Variant::kStale);
  scene.Tell("EV-3", EventKind::kPaymentSuccess, "A", "T1");
  scene.Deliver("EV-3", Acknowledgement::kRefused, Variant::kProbe);
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  EXPECT_EQ(Judge(scene).examined, 3);
  scene.Deliver("EV-1", Acknowledgement::kAcknowledged, Variant::kStale);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("forged_acknowledged"));
}

// Proves that a notification that was never sent is not looked at.
TEST(RefusedLeavesNoTrace, NeverSentIsNotLookedAt) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  EXPECT_EQ(Judge(scene).examined, 0);
}

}  // namespace
}  // namespace paystorm
