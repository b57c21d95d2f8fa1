#include "harness/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "harness/check/casebook.h"
#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using testing::ElementsAre;

// Proves that the table holds each pair of files of the folder, in order, by reading the folder.
TEST(CheckTable, HoldsEveryPairOfTheFolderInOrder) {
  const std::set<std::string> others = {"check", "casebook", "sql_check", "scene_for_test"};
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("harness/check")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".h" && !others.contains(stem)) files.insert(stem);
  }
  std::set<std::string> names;
  std::vector<std::string> order;
  for (const Check* check : AllChecks()) {
    names.insert(std::string(check->name()));
    order.emplace_back(check->name());
    EXPECT_EQ(FindCheck(check->name()), check);
    EXPECT_FALSE(check->title().empty());
    EXPECT_FALSE(check->reasons().empty());
  }
  EXPECT_EQ(names, files);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(FindCheck("no_such_check"), nullptr);
}

// Proves that no check finds fault with a run in which all is well, by running each on it.
TEST(EveryCheck, HoldsOnAGoodRun) {
  const Scene scene = Scene::Good();
  for (const Check* check : AllChecks()) {
    const CheckResult result = scene.Judge(check->name());
    EXPECT_EQ(result.verdict, Verdict::kHolds)
        << check->name() << ": " << (result.findings.empty() ? "" : result.findings.at(0).got);
    EXPECT_TRUE(result.findings.empty());
    EXPECT_GT(result.examined, 0) << check->name();
    EXPECT_EQ(result.name, check->name());
    EXPECT_EQ(result.title, check->title());
    EXPECT_EQ(result.position.line, 3);
  }
}

// Proves that a run without anything in it is never taken for a pass, by running each check on it.
TEST(EveryCheck, CannotTellFromNothing) {
  const Scene scene;
  for (const Check* check : AllChecks()) {
    const CheckResult result = scene.Judge(check->name());
    EXPECT_EQ(result.verdict, Verdict::kInconclusive) << check->name();
    EXPECT_THAT(Reasons(result), ElementsAre("nothing_examined")) << check->name();
  }
}

// Proves that a table that could not be read makes its checks inconclusive and says why, by taking
// away one table at a time from a good run.
TEST(EveryCheck, CannotTellWithoutItsEvidence) {
  for (const Check* check : AllChecks()) {
    for (const std::string_view table : check->needs()) {
      Scene scene = Scene::Good();
      ASSERT_EQ(scene.evidence.tables.erase(std::string(table)), 1u) << table;
      EXPECT_EQ(scene.Judge(check->name()).findings.at(0).got, "it was not read");
      scene.evidence.missing[std::string(table)] = "the database is gone";
      const CheckResult result = scene.Judge(check->name());
      EXPECT_EQ(result.verdict, Verdict::kInconclusive) << check->name();
      EXPECT_THAT(Reasons(result), ElementsAre("evidence_missing"));
      EXPECT_EQ(result.findings.at(0).got, "the database is gone");
      EXPECT_NE(result.findings.at(0).want.find(table), std::string::npos);
    }
  }
}

// Proves that null cells, in every column of every table, neither crash a check nor help it to
// hold for a payment that is not there.
TEST(EveryCheck, SurvivesNullCells) {
  Scene scene = Scene::Good();
  for (auto& [name, table] : scene.evidence.tables) {
    for (auto& row : table.rows) {
      for (Cell& cell : row) cell.reset();
    }
  }
  for (const Check* check : AllChecks()) scene.Judge(check->name());
  EXPECT_EQ(scene.Judge("exactly_once_effect").verdict, Verdict::kViolated);
  EXPECT_EQ(scene.Judge("acknowledged_implies_durable").verdict, Verdict::kViolated);
  EXPECT_EQ(scene.Judge("event_published_once").verdict, Verdict::kViolated);
}

// Proves that findings and rows are cut to 20 and all are counted, by losing 45 payments, and that
// a reason which comes late is shown all the same.
TEST(RunCheck, CutsFindingsAndRowsAndCountsThemAll) {
  Scene scene;
  for (int i = 100; i < 145; ++i) {
    const std::string n = std::to_string(i);
    scene.Pay("EV-" + n, "A" + n, "T" + n);
    scene.Deliver("EV-" + n, Acknowledgement::kAcknowledged);
  }
  scene.Pay("EV-Z", "Z", "TZ");
  scene.Deliver("EV-Z", Acknowledgement::kAcknowledged);
  for (int i = 0; i < 30; ++i) scene.Row("payments", {"wxpay", "TZ", "Z", "9900", "CNY", "EV-Z"});
  const CheckResult result = scene.Judge("exactly_once_effect");
  EXPECT_EQ(result.verdict, Verdict::kViolated);
  EXPECT_EQ(result.findings_total, 46);
  ASSERT_EQ(result.findings.size(), 20u);
  EXPECT_EQ(result.examined, 46);
  EXPECT_EQ(result.findings.at(0).reason, "lost");
  EXPECT_EQ(result.findings.at(19).reason, "twice");
  EXPECT_EQ(result.findings.at(19).got, "30 payment rows and 0 exception rows");
  EXPECT_EQ(result.findings.at(19).rows.at(0).rows.size(), 20u);
}

// Proves that a check reports only the reasons it lists, over a run in which much is wrong.
TEST(EveryCheck, KeepsToItsReasons) {
  Scene scene = Scene::Good();
  scene.Row("payments", {"wxpay", "F1", "B", "1", "CNY", "EV-F"});
  scene.Clear("refunds").Clear("events").Clear("notifications");
  scene.Row("transitions", {"A", "paid", "pending"}).Row("transitions", {"A", "cancelled", "paid"});
  scene.Row("notifications", {"wxpay", "EV-1", "", "A", "processing", "1"});
  scene.Deliver("EV-1", Acknowledgement::kRefused);
  for (const Check* check : AllChecks()) {
    const auto reasons = check->reasons();
    for (const Finding& finding : scene.Judge(check->name()).findings) {
      EXPECT_NE(std::find(reasons.begin(), reasons.end(), finding.reason), reasons.end())
          << check->name() << " " << finding.reason;
      EXPECT_FALSE(finding.want.empty());
      EXPECT_FALSE(finding.got.empty());
      EXPECT_EQ((finding.want + finding.got).find('\n'), std::string::npos);
    }
  }
}

// Proves that ten thousand deliveries and as many lines are judged in no more than a moment; the
// limit is generous, a check that compares each with each takes minutes.
TEST(EveryCheck, ManyDeliveriesTakeNoTime) {
  Scene scene = Scene::Good();
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i);
    scene.Pay("EV1-" + n, "A" + n, "T1-" + n);
    scene.Deliver("EV1-" + n, Acknowledgement::kAcknowledged);
    scene.Deliver("EV1-" + n, Acknowledgement::kAcknowledged);
    scene.Row("payments", {"wxpay", "T1-" + n, "A" + n, "9900", "CNY", "EV1-" + n});
    scene.Row("transitions", {"A" + n, "pending", "paid"});
    scene.Row("events", {"order.paid:wxpay:T1-" + n, "order.paid", "A" + n});
    for (int line = 0; line < 2; ++line) {
      scene.Row("subject_log", {"1", "info", "duplicate notification skipped", "wxpay", "EV1-" + n,
                                "A" + n, "lock"});
    }
  }
  const auto begun = std::chrono::steady_clock::now();
  for (const Check* check : AllChecks()) {
    EXPECT_EQ(scene.Judge(check->name()).verdict, Verdict::kHolds) << check->name();
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

}  // namespace
}  // namespace paystorm
