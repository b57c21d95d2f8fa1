#include "harness/check/duplicates_logged_quietly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using testing::ElementsAre;
using testing::IsEmpty;

CheckResult Judge(const Scene& scene) { return scene.Judge("duplicates_logged_quietly"); }

// Proves that an acknowledged duplicate logged at error or warn is found. The run's one refused
// delivery accounts for one such line; the second one is too many.
TEST(DuplicatesLoggedQuietly, LoggedAsError) {
  for (const char* level : {"warn", "error"}) {
    Scene scene = Scene::Good();
    scene.Row("subject_log", {"1", level, "already processed", "wxpay", "EV-1", "A", ""});
    EXPECT_THAT(Reasons(Judge(scene)), IsEmpty()) << level;
    scene.Row("subject_log", {"1", level, "already processed", "wxpay", "EV-1", "A", ""});
    const CheckResult result = Judge(scene);
    EXPECT_THAT(Reasons(result), ElementsAre("logged_as_error")) << level;
    EXPECT_EQ(result.findings.at(0).about, "EV-1");
    EXPECT_EQ(result.findings.at(0).got,
              "2 lines at " + std::string(level) + ": already processed (1 not acknowledged)");
  }
}

// Proves that one loud line is too many where every delivery was acknowledged.
TEST(DuplicatesLoggedQuietly, NothingFailedNothingLoud) {
  Scene scene = Scene::Good();
  scene.Row("subject_log", {"1", "warn", "lost the lock", "wxpay", "EV-2", "A", ""});
  EXPECT_THAT(Reasons(Judge(scene)), ElementsAre("logged_as_error"));
}

// Proves that failed business steps may be errors as often as they fail, but not warnings.
TEST(DuplicatesLoggedQuietly, FailedStepsMayBeErrors) {
  Scene scene = Scene::Good();
  for (int i = 0; i < 5; ++i) {
    scene.Row("subject_log", {"1", "error", "business step failed", "wxpay", "EV-1", "A", ""});
  }
  EXPECT_THAT(Reasons(Judge(scene)), IsEmpty());
}

// Proves that a duplicate must leave a complete line at info, by spoiling each part of it.
TEST(DuplicatesLoggedQuietly, NotLogged) {
  const std::vector<std::pair<std::string, Cell>> spoilt = {
      {"level", "debug"}, {"message", "skipped"},     {"channel", std::nullopt},
      {"order_no", "B"},  {"order_no", std::nullopt}, {"notify_id", std::nullopt}};
  for (const auto& [column, cell] : spoilt) {
    Scene scene = Scene::Good();
    scene.Set("subject_log", 2, column, cell);
    const CheckResult result = Judge(scene);
    EXPECT_THAT(Reasons(result), ElementsAre("not_logged")) << column;
    EXPECT_EQ(result.findings.at(0).got, "none for 1 acknowledged duplicate");
  }
}

// Proves that a notification acknowledged once needs no such line, and one that was refused is not
// looked at.
TEST(DuplicatesLoggedQuietly, NoDuplicateNoLine) {
  Scene scene = Scene::Good();
  scene.Clear("subject_log");
  scene.book.deliveries[2].acknowledgement = Acknowledgement::kUnanswered;
  scene.Row("subject_log", {"1", "warn", "notification refused", "wxpay", "EV-F", "B", ""});
  const CheckResult result = Judge(scene);
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.examined, 2);
}

}  // namespace
}  // namespace paystorm
