#include "harness/check/converges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::Variant;
using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("converges"); }

Scene Told(std::initializer_list<Acknowledgement> answers) {
  Scene scene;
  scene.Pay("EV-1", "A", "T1");
  for (const Acknowledgement answer : answers) scene.Deliver("EV-1", answer);
  return scene;
}

// Proves that a ladder that ends without an acknowledgement is found, as a lock that is never
// released makes it, and that a late acknowledgement is enough.
TEST(Converges, LadderEnds) {
  using enum Acknowledgement;
  Scene scene = Told({kRefused, kUnanswered, kRefused});
  scene.book.deliveries.back().reason = "HTTP 409";
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("never_acknowledged"));
  EXPECT_EQ(result.findings.at(0).got, "none in 3 attempts; the last: HTTP 409");
  EXPECT_THAT(Reasons(Judge(Told({kRefused, kUnanswered, kAcknowledged}))), IsEmpty());
}

// Proves that an acknowledged forgery is no end of the ladder.
TEST(Converges, ForgedAcknowledgementDoesNotCount) {
  Scene scene = Told({Acknowledgement::kRefused});
  scene.Deliver("EV-1", Acknowledgement::kAcknowledged, Variant::kUnsigned);
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("never_acknowledged"));
}

// Proves that a copy after success must be acknowledged too: refusing it is the over-correction of
// a unique key.
TEST(Converges, RefusedAfterSuccess) {
  using enum Acknowledgement;
  Scene scene = Told({kRefused, kAcknowledged, kRefused, kRefused});
  const CheckResult result = Judge(scene);
  EXPECT_THAT(Reasons(result), ElementsAre("refused_after_success"));
  EXPECT_EQ(result.findings.at(0).got, "2 refused");
  EXPECT_EQ(result.findings.at(0).rows.at(0).rows.size(), 3u);
}

// Proves that a refusal is excused in a storm, beside the first success, of a forgery, and while a
// fault is on; and that emptying Redis, which nothing heals, excuses nothing.
TEST(Converges, ExcusedRefusals) {
  using enum Acknowledgement;
  const Scene scene = Told({kAcknowledged, kRefused});
  Scene storm = scene;
  storm.book.deliveries[1].in_storm = true;
  EXPECT_THAT(Reasons(Judge(storm)), IsEmpty());
  Scene beside = scene;
  beside.book.deliveries[1].start_us = beside.book.deliveries[0].end_us - 1;
  EXPECT_THAT(Reasons(Judge(beside)), IsEmpty());
  Scene forged = scene;
  forged.book.deliveries[1].variant = Variant::kTampered;
  EXPECT_THAT(Reasons(Judge(forged)), IsEmpty());
  Scene fault = scene;
  fault.history = {{2100, 0, "fault_injected", Json{{"kind", "stop_database"}}},
                   {2900, 0, "fault_healed", Json{{"kind", "start_database"}}}};
  EXPECT_THAT(Reasons(Judge(fault)), IsEmpty());
  fault.history[1].time_us = 1900;
  fault.history[0].time_us = 1000;
  EXPECT_THAT(Reasons(Judge(fault)), ElementsAre("refused_after_success"));
  Scene emptied = scene;
  emptied.history = {{100, 0, "fault_injected", Json{{"kind", "empty_redis"}}}};
  EXPECT_THAT(Reasons(Judge(emptied)), ElementsAre("refused_after_success"));
}

// Proves that what must be refused need not converge.
TEST(Converges, RefusedByDesign) {
  Scene scene = Told({Acknowledgement::kRefused});
  scene.book.notifications[0].acceptable = false;
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("nothing_examined"));
}

}  // namespace
}  // namespace paystorm
