// Proves the words that all reports share, by table, and the few questions they ask of a record.

#include "reports/phrases.h"

#include <gtest/gtest.h>

#include "reports/sample_records.h"

namespace paystorm::reports {
namespace {

TEST(Thousands, GroupsByThree) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(1000), "1,000");
  EXPECT_EQ(Thousands(1234567), "1,234,567");
  EXPECT_EQ(Thousands(-1000), "-1,000");
  EXPECT_EQ(Thousands(-100), "-100");
}

TEST(RealTime, KeepsTwoOrThreeFigures) {
  EXPECT_EQ(RealTime(0), "0.0 ms");
  EXPECT_EQ(RealTime(400), "0.4 ms");
  EXPECT_EQ(RealTime(812'000), "812 ms");
  EXPECT_EQ(RealTime(1'240'000), "1.24 s");
  EXPECT_EQ(RealTime(59'900'000), "59.9 s");
  EXPECT_EQ(RealTime(125'000'000), "2 min 5 s");
}

TEST(GatewayTime, IsInWholeUnits) {
  EXPECT_EQ(GatewayTime(0), "0 s");
  EXPECT_EQ(GatewayTime(250), "250 ms");
  EXPECT_EQ(GatewayTime(15'000), "15 s");
  EXPECT_EQ(GatewayTime(195'000), "3 min 15 s");
  EXPECT_EQ(GatewayTime(3'600'000), "1 h");
  EXPECT_EQ(GatewayTime(86'640'000), "24 h 4 min");
}

TEST(UtcTime, IsTheCalendars) {
  EXPECT_EQ(UtcTime(0), "1970-01-01T00:00:00");
  EXPECT_EQ(UtcTime(1767323045999), "2026-01-02T03:04:05");
  EXPECT_EQ(UtcTime(1709164800000), "2024-02-29T00:00:00");
}

StormStats Storm() {
  StormStats storm;
  storm.deliveries = 1000;
  storm.acknowledged = 188;
  storm.refused = 812;
  storm.release_spread_us_p50 = 400;
  storm.release_spread_us_max = 1100;
  storm.most_in_flight = 50;
  storm.processed = 1;
  storm.turned_away_signature = 0;
  storm.turned_away_lock = 812;
  storm.turned_away_notify_log = 187;
  storm.turned_away_state_machine = 0;
  storm.failed = 0;
  return storm;
}

TEST(StormLine, SaysTheSplit) {
  EXPECT_EQ(StormLine(Storm()),
            "1,000 delivered: 1 processed, 812 turned away by the lock, 187 by the notify log; "
            "release spread 0.4 ms p50, 1.1 ms max; 50 in flight");
}

TEST(StormLine, SaysThatNothingWasProcessed) {
  StormStats storm = Storm();
  storm.processed = 0;
  storm.turned_away_lock = 0;
  storm.turned_away_notify_log = 990;
  storm.failed = 10;
  EXPECT_EQ(StormSplitLine(storm), "0 processed, 990 turned away by the notify log, 10 failed");
}

TEST(StormLine, GoesByAcknowledgementsWithoutCounters) {
  StormStats storm = Storm();
  storm.processed = storm.turned_away_lock = storm.turned_away_notify_log = -1;
  EXPECT_TRUE(StormSplit(storm).empty());
  EXPECT_EQ(StormSplitLine(storm), "188 acknowledged, 812 refused");
  storm.unanswered = 3;
  EXPECT_EQ(StormSplitLine(storm), "188 acknowledged, 812 refused, 3 unanswered");
}

TEST(StormSplit, AddsUpToTheDeliveries) {
  int64_t sum = 0;
  for (const SplitPart& part : StormSplit(Storm())) sum += part.count;
  EXPECT_EQ(sum, 1000);
}

TEST(Tally, CountsEveryScenarioOnce) {
  for (const NamedRecord& sample : AllSamples()) {
    const Tally tally = CountVerdicts(sample.record);
    EXPECT_EQ(tally.holds + tally.violated + tally.inconclusive + tally.error,
              static_cast<int64_t>(sample.record.scenarios.size()))
        << sample.name;
    EXPECT_LE(tally.found, tally.holds) << sample.name;
  }
}

TEST(Tally, IsSaidInOneLine) {
  EXPECT_EQ(TallyLine(AllHold()), "2 scenarios: 2 hold");
  EXPECT_EQ(TallyLine(OneViolated()), "2 scenarios: 1 holds, 1 violated");
  EXPECT_EQ(TallyLine(ExpectedFindings()),
            "2 scenarios: 1 holds (1 by what was found), 1 violated");
  EXPECT_EQ(TallyLine(CouldNotRun()), "2 scenarios: 1 holds, 1 could not run");
  EXPECT_EQ(TallyLine(RunRecord()), "no scenario ran");
}

TEST(RepeatCommand, CarriesTheSeedOnce) {
  RunRecord record;
  record.seed = 7;
  EXPECT_EQ(RepeatCommand(record), "");
  record.command = "paystorm run scenarios";
  EXPECT_EQ(RepeatCommand(record), "paystorm run scenarios --seed 7");
  record.command = "paystorm run scenarios --seed 7";
  EXPECT_EQ(RepeatCommand(record), "paystorm run scenarios --seed 7");
}

TEST(Expectations, CountOnlyForTheirOwnCheckAndReason) {
  const RunRecord record = ExpectedFindings();
  const ScenarioRecord& found = record.scenarios[0];
  const ScenarioRecord& missing = record.scenarios[1];
  EXPECT_TRUE(Appeared(found, found.expected[0]));
  EXPECT_FALSE(Appeared(missing, missing.expected[0]));
  EXPECT_FALSE(Appeared(found, {"exactly_once_effect", "lost", {}}));
  EXPECT_FALSE(Appeared(found, {"converges", "twice", {}}));
  EXPECT_TRUE(ViolatedAsExpected(found, found.checks[0]));
  EXPECT_FALSE(ViolatedAsExpected(found, found.checks[1]));
  EXPECT_EQ(ChecksAsWanted(found), 5);
  EXPECT_EQ(SummaryLine(found), "found: exactly_once_effect twice");
  EXPECT_EQ(VerdictPhrase(found), "found");
  EXPECT_EQ(VerdictPhrase(missing), "violated");

  ScenarioRecord other = found;
  other.checks[0].findings.push_back({"lost", "A1", "", "", {}});
  EXPECT_FALSE(ViolatedAsExpected(other, other.checks[0]));
}

}  // namespace
}  // namespace paystorm::reports
