#include "harness/check/no_stuck_notification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("no_stuck_notification"); }

// Proves that a row in work at the end is stuck, whatever the gateway was told.
TEST(NoStuckNotification, InWorkAtTheEnd) {
  for (const char* notify_id : {"EV-1", "EV-F", "unknown"}) {
    Scene scene = Scene::Good();
    scene.Row("notifications", {"wxpay", notify_id, "", "A", "processing", "1"});
    EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("stuck")) << notify_id;
    EXPECT_EQ(Judge(scene).findings.at(0).about, notify_id);
    EXPECT_EQ(Judge(scene).findings.at(0).got, "processing");
  }
}

// Proves that a failed row is stuck only when the gateway comes back no more.
TEST(NoStuckNotification, FailedAndAcknowledged) {
  Scene scene = Scene::Good();
  scene.Row("notifications", {"wxpay", "EV-9", "", "A", "failed", "1"});
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
  scene.Set("notifications", 0, "state", "failed");
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("stuck"));
  EXPECT_EQ(Judge(scene).findings.at(0).rows[1].name, "deliveries");
}

}  // namespace
}  // namespace paystorm
