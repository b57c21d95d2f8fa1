#include "harness/fault/fault.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace paystorm {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<FaultAction::Kind> Kinds(const std::string& fault, Moment moment, int attempt,
                                     int first = 1, int last = 1) {
  FaultSpec spec;
  spec.first_attempt = first;
  spec.last_attempt = last;
  std::vector<FaultAction::Kind> kinds;
  for (const FaultAction& action : FindFault(fault)->At(spec, moment, attempt)) {
    kinds.push_back(action.kind);
  }
  return kinds;
}

// Proves that the table holds each pair of files of the folder, by reading the folder.
TEST(FaultTable, HoldsEveryPairOfTheFolderInOrder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("harness/fault")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".h" && stem != "fault") files.insert(stem);
  }
  std::set<std::string> names;
  std::vector<std::string> order;
  for (const Fault* fault : AllFaults()) {
    names.insert(std::string(fault->name()));
    order.emplace_back(fault->name());
    EXPECT_FALSE(fault->title().empty());
  }
  EXPECT_EQ(names, files);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(FindFault("no_such_fault"), nullptr);
}

// Proves that a span fault begins once, ends once, and is idle between, by walking attempts 1 to 5
// of a fault over 2-4.
TEST(OverAttempts, BeginsBeforeTheFirstAndEndsAfterTheLast) {
  using enum FaultAction::Kind;
  for (int attempt = 1; attempt <= 5; ++attempt) {
    const auto before = Kinds("reject_writes", Moment::kBeforeAttempt, attempt, 2, 4);
    const auto after = Kinds("reject_writes", Moment::kAfterAttempt, attempt, 2, 4);
    EXPECT_EQ(before.size(), attempt == 2 ? 1u : 0u) << attempt;
    EXPECT_EQ(after.size(), attempt == 4 ? 1u : 0u) << attempt;
  }
  EXPECT_THAT(Kinds("reject_writes", Moment::kBeforeAttempt, 2, 2, 4), ElementsAre(kRejectWrites));
  EXPECT_THAT(Kinds("reject_writes", Moment::kAfterAttempt, 4, 2, 4), ElementsAre(kAllowWrites));
}

// Proves that whatever a fault breaks is mended at the step's end, by asking every fault.
TEST(FaultTable, EveryBreakIsHealedAtTheStepEnd) {
  using enum FaultAction::Kind;
  const std::vector<std::pair<FaultAction::Kind, FaultAction::Kind>> cures = {
      {kRejectWrites, kAllowWrites},
      {kHoldOrder, kReleaseOrder},
      {kKillSubject, kRestartSubject},
      {kStopDatabase, kStartDatabase},
      {kStopRedis, kStartRedis}};
  for (const Fault* fault : AllFaults()) {
    const std::string name(fault->name());
    const auto end = Kinds(name, Moment::kStepEnd, 1);
    for (const Moment moment : {Moment::kBeforeAttempt, Moment::kInWork}) {
      for (const FaultAction::Kind broken : Kinds(name, moment, 1)) {
        for (const auto& [breaks, cure] : cures) {
          if (breaks == broken) {
            EXPECT_THAT(end, testing::Contains(cure)) << name;
          }
        }
      }
    }
  }
}

// Proves that the kill falls while the attempt is in work and not a moment earlier.
TEST(KillSubject, FallsInTheMiddle) {
  using enum FaultAction::Kind;
  EXPECT_THAT(Kinds("kill_subject", Moment::kBeforeAttempt, 1), IsEmpty());
  EXPECT_THAT(Kinds("kill_subject", Moment::kInWork, 1), ElementsAre(kKillSubject));
  EXPECT_THAT(Kinds("kill_subject", Moment::kAfterAttempt, 1), ElementsAre(kRestartSubject));
  EXPECT_THAT(Kinds("kill_subject", Moment::kInWork, 2), IsEmpty());
}

}  // namespace
}  // namespace paystorm
