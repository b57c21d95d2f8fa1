#include <gtest/gtest.h>

#include "harness/record/run_record.h"

namespace paystorm {
namespace {

mockgw::Book FullBook() {
  mockgw::Book book;
  book.payments = {{"A", "T1", 9900, "CNY"}};
  book.refunds = {{"R1", "OUT1", "A", "T1", 3000, mockgw::EventKind::kRefundAbnormal}};
  mockgw::NotificationEntry entry;
  entry.notification.notify_id = "EV-1";
  entry.notification.kind = mockgw::EventKind::kRefundSuccess;
  entry.notification.form = mockgw::OrderForm::kPartner;
  entry.notification.shape = mockgw::Shape::kEmoji;
  entry.notification.order_no = "A";
  entry.notification.trade_no = "T1";
  entry.notification.out_refund_no = "OUT1";
  entry.notification.refund_id = "R1";
  entry.notification.amount_minor = 9900;
  entry.notification.refund_minor = 3000;
  entry.notification.refunded_total_minor = 4000;
  entry.notification.mchid = "1900000109";
  entry.notification.appid = "wx1";
  entry.notification.created_at = SystemTime(std::chrono::microseconds(1'700'000'000'123'456));
  entry.label = "refunded";
  entry.wave = 2;
  entry.acceptable = false;
  book.notifications = {entry};
  book.deliveries = {{1, "EV-1", 1, mockgw::Variant::kGenuine, 0, 1, false, 15000, 10, 20, 200,
                      "{\"code\":\"SUCCESS\"}", mockgw::Acknowledgement::kAcknowledged, false, ""},
                     {2, "EV-1", 2, mockgw::Variant::kProbe, 1, 2, true, 30000, 30, 45, 0, "",
                      mockgw::Acknowledgement::kUnanswered, true, "no connection"}};
  return book;
}

RunRecord FullRecord() {
  ScenarioRecord scenario;
  scenario.name = "duplicate-storm";
  scenario.proves = "One effect.";
  scenario.file = "scenarios/pass/duplicate-storm.yaml";
  scenario.channel = "wxpay";
  scenario.subject = "reference, 2 instances";
  scenario.seed = 18446744073709551615u;
  scenario.verdict = Verdict::kViolated;
  scenario.summary = "a check is violated";
  scenario.error = "e";
  scenario.hint = "h";
  scenario.expected = {{"exactly_once_effect", "twice", {"a.yaml", 20, 5}}};
  const Table rows{"payments", "SELECT 1", {"trade_no", "note"}, {{"T1", std::nullopt}, {"", "x"}}};
  scenario.checks = {{"exactly_once_effect",
                      "Each payment has one effect.",
                      {"a.yaml", 12, 5},
                      Verdict::kViolated,
                      {{"twice", "A", "1 row", "2 rows", {rows}}},
                      31,
                      5}};
  scenario.storms = {{1, 2, 1000, 990, 9, 1, 50, 120, 340, 50, 50, 90000, 5, 0, 812, 182, 0, 1}};
  scenario.book = FullBook();
  scenario.evidence.tables["payments"] = rows;
  scenario.evidence.missing["events"] = "Redis is gone";
  scenario.warnings = {"a layer is off"};
  scenario.folder = "runs/1";
  scenario.repeat = "paystorm run a.yaml --seed 7";
  scenario.started_unix_ms = 1700000000123;
  scenario.duration_us = 123456;
  scenario.gateway_ms = 86640000;
  RunRecord record;
  record.paystorm_version = "0.1.0";
  record.command = "paystorm run scenarios/";
  record.seed = 7;
  record.started_unix_ms = 1700000000000;
  record.duration_us = 2000000;
  record.stores_start_us = 700000;
  record.folder = "runs";
  record.scenarios = {scenario, ScenarioRecord{}};
  return record;
}

// Proves that nothing is lost or changed, by writing, reading (through text) and writing again.
TEST(RunRecordJson, RoundTripIsExact) {
  const Json json = ToJson(FullRecord());
  const auto text = ParseJson(DumpJson(json));
  ASSERT_TRUE(text);
  const auto read = RunRecordFromJson(*text);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(DumpJson(ToJson(*read)), DumpJson(json));

  const ScenarioRecord& scenario = read->scenarios.at(0);
  EXPECT_EQ(scenario.seed, 18446744073709551615u);
  EXPECT_EQ(scenario.checks.at(0).position.column, 5);
  EXPECT_EQ(scenario.checks.at(0).findings.at(0).rows.at(0).rows.at(0).at(1), std::nullopt);
  EXPECT_EQ(scenario.storms.at(0).failed, 1);
  const mockgw::Notification& notification = scenario.book.notifications.at(0).notification;
  EXPECT_EQ(notification.created_at.time_since_epoch().count(), 1'700'000'000'123'456);
  EXPECT_EQ(notification.kind, mockgw::EventKind::kRefundSuccess);
  EXPECT_FALSE(scenario.book.notifications.at(0).acceptable);
  EXPECT_EQ(scenario.book.refunds.at(0).state, mockgw::EventKind::kRefundAbnormal);
  EXPECT_EQ(scenario.book.deliveries.at(1).variant, mockgw::Variant::kProbe);
  EXPECT_TRUE(scenario.book.deliveries.at(1).not_sent);
  EXPECT_EQ(scenario.evidence.missing.at("events"), "Redis is gone");
}

// Proves that deliveries are written as one table that names its columns, and may be read in
// another order of columns.
TEST(RunRecordJson, DeliveriesAreOneSelfDescribingTable) {
  Json json = ToJson(FullRecord());
  Json& deliveries = json["scenarios"][0]["book"]["deliveries"];
  ASSERT_EQ(deliveries["columns"].size(), 15u);
  EXPECT_EQ(deliveries["columns"][0], "id");
  EXPECT_EQ(deliveries["rows"][1][3], "probe");
  std::swap(deliveries["columns"][0], deliveries["columns"][2]);
  for (Json& row : deliveries["rows"]) std::swap(row[0], row[2]);
  const auto read = RunRecordFromJson(json);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->scenarios[0].book.deliveries[1].id, 2u);
  EXPECT_EQ(read->scenarios[0].book.deliveries[1].attempt, 2);
}

// Proves that a malformed record is refused with the key's path, by damaging one place at a time.
TEST(RunRecordJson, NamesTheKeyThatIsWrong) {
  struct Case {
    void (*damage)(Json&);
    const char* why;
  };
  const Case cases[] = {
      {[](Json& j) { j = Json::array(); }, "run record: it must be an object"},
      {[](Json& j) { j.erase("seed"); }, "run record: seed is missing"},
      {[](Json& j) { j["seed"] = -1; }, "run record: seed is out of range"},
      {[](Json& j) { j["version"] = 2; }, "run record: version 2 is unknown"},
      {[](Json& j) { j["scenarios"][0]["verdict"] = "fine"; },
       "run record: scenarios[0].verdict is an unknown word: fine"},
      {[](Json& j) { j["scenarios"][0]["checks"][0]["findings"][0]["want"] = 1; },
       "run record: scenarios[0].checks[0].findings[0].want must be a text"},
      {[](Json& j) { j["scenarios"][0]["storms"][0]["wave"] = 1.5; },
       "run record: scenarios[0].storms[0].wave must be a whole number"},
      {[](Json& j) { j["scenarios"][0]["book"]["notifications"][0]["acceptable"] = 1; },
       "run record: scenarios[0].book.notifications[0].acceptable must be true or false"},
      {[](Json& j) { j["scenarios"][0]["book"]["deliveries"]["rows"][1][3] = "odd"; },
       "run record: scenarios[0].book.deliveries.rows[1].variant is an unknown word: odd"},
      {[](Json& j) { j["scenarios"][0]["book"]["deliveries"]["rows"][0].erase(14); },
       "run record: scenarios[0].book.deliveries.rows[0] is not as long as columns"},
      {[](Json& j) { j["scenarios"][0]["book"]["deliveries"]["columns"][0] = "x"; },
       "run record: scenarios[0].book.deliveries.rows[0] has no column id"},
      {[](Json& j) { j["scenarios"][0]["evidence"]["tables"]["payments"]["rows"][0].erase(1); },
       "run record: scenarios[0].evidence.tables.payments has a row that is not as long as"},
  };
  for (const Case& one : cases) {
    Json json = ToJson(FullRecord());
    one.damage(json);
    const auto read = RunRecordFromJson(json);
    ASSERT_FALSE(read) << one.why;
    EXPECT_EQ(read.error().code, ErrorCode::kInvalid);
    EXPECT_EQ(read.error().message.rfind(one.why, 0), 0u) << read.error().message;
  }
}

// Proves the words of a verdict by turning each into its word and back.
TEST(Verdict, WordsAndBack) {
  for (const Verdict verdict :
       {Verdict::kHolds, Verdict::kViolated, Verdict::kInconclusive, Verdict::kError}) {
    EXPECT_EQ(VerdictFromString(ToString(verdict)), verdict);
  }
  EXPECT_EQ(ToString(Verdict::kInconclusive), "inconclusive");
  EXPECT_EQ(VerdictFromString("Holds"), std::nullopt);
}

// Proves verdict and exit code of a mixed run: the worst of its scenarios in the order 1, 3, 4.
TEST(RunRecord, WorstScenarioDecides) {
  const auto run = [](std::vector<Verdict> verdicts) {
    RunRecord record;
    for (const Verdict verdict : verdicts) record.scenarios.emplace_back().verdict = verdict;
    return record;
  };
  using enum Verdict;
  EXPECT_EQ(run({kHolds, kHolds}).exit_code(), 0);
  EXPECT_EQ(run({kInconclusive, kError, kViolated, kHolds}).exit_code(), 1);
  EXPECT_EQ(run({kInconclusive, kError, kHolds}).exit_code(), 3);
  EXPECT_EQ(run({kHolds, kInconclusive}).exit_code(), 4);
  EXPECT_EQ(run({}).exit_code(), 5);
  EXPECT_EQ(run({}).verdict(), kError);
  EXPECT_EQ(run({kHolds, kError}).verdict(), kError);
}

}  // namespace
}  // namespace paystorm
