// Proves what the timeline shows, on histories made by hand: columns in real order, skipped idle
// time, overlapping deliveries, faults from beginning to end, and what is left off.

#include "reports/timeline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "reports/sample_records.h"

namespace paystorm::reports {
namespace {

using Kind = TimelineMark::Kind;

const TimelineLane* Find(const Timeline& timeline, const std::string& label) {
  const auto found = std::find_if(timeline.lanes.begin(), timeline.lanes.end(),
                                  [&](const TimelineLane& lane) { return lane.label == label; });
  return found == timeline.lanes.end() ? nullptr : &*found;
}

TEST(Timeline, OfNothingIsNotWorthDrawing) {
  const Timeline timeline = BuildTimeline(ScenarioRecord());
  EXPECT_TRUE(timeline.columns.empty());
  EXPECT_FALSE(timeline.worth_drawing);
}

TEST(Timeline, OfStormsAloneIsNotWorthDrawing) {
  ScenarioRecord scenario = Big(3, 10).scenarios[0];
  scenario.book.deliveries.pop_back();  // the one after the storms
  const Timeline timeline = BuildTimeline(scenario);
  EXPECT_EQ(timeline.columns.size(), 3U);
  EXPECT_FALSE(timeline.worth_drawing);
}

TEST(Timeline, WholeLadderShowsEveryAttemptAndEveryGap) {
  const Timeline timeline = BuildTimeline(AllHold().scenarios[1]);
  std::vector<int64_t> skips;
  for (const TimelineColumn& column : timeline.columns) {
    if (column.skipped_ms > 0) skips.push_back(column.skipped_ms / 1000);
  }
  EXPECT_EQ(skips, (std::vector<int64_t>{15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800,
                                         10800, 10800, 21600, 21600}));
  const TimelineLane* paid = Find(timeline, "paid");
  ASSERT_NE(paid, nullptr);
  ASSERT_EQ(paid->marks.size(), 16U);
  EXPECT_EQ(paid->marks[0].kind, Kind::kRefused);
  EXPECT_EQ(paid->marks[1].kind, Kind::kUnanswered);
  EXPECT_EQ(paid->marks[15].kind, Kind::kAcknowledged);
  EXPECT_EQ(paid->marks[15].title,
            "attempt 16 at 24 h 4 min: acknowledged, HTTP 200, after 8.0 ms");
}

TEST(Timeline, FaultLastsUntilItIsMended) {
  const Timeline timeline = BuildTimeline(AllHold().scenarios[1]);
  const TimelineLane* redis = Find(timeline, "Redis down");
  ASSERT_NE(redis, nullptr);
  ASSERT_EQ(redis->marks.size(), 1U);
  EXPECT_EQ(redis->marks[0].kind, Kind::kBroken);
  EXPECT_TRUE(redis->marks[0].ends);
  EXPECT_LT(redis->marks[0].column, redis->marks[0].end_column);
  const TimelineLane* writes = Find(timeline, "writes refused");
  ASSERT_NE(writes, nullptr);
  ASSERT_EQ(writes->marks.size(), 2U);
  EXPECT_EQ(writes->marks[0].kind, Kind::kMoment);  // it fired
  EXPECT_EQ(writes->marks[1].title,
            "writes refused (payment_record) from 0 s, mended at 18 h 4 min");
}

TEST(Timeline, FaultThatIsNeverMendedLastsToTheEnd) {
  ScenarioRecord scenario = AllHold().scenarios[1];
  std::erase_if(scenario.history, [](const Event& e) { return e.type == "fault_healed"; });
  const Timeline timeline = BuildTimeline(scenario);
  const TimelineLane* redis = Find(timeline, "Redis down");
  ASSERT_NE(redis, nullptr);
  EXPECT_FALSE(redis->marks[0].ends);
  EXPECT_EQ(redis->marks[0].end_column, timeline.columns.size() - 1);
}

TEST(Timeline, SubjectThatBecomesReadyAtTheStartIsNoFault) {
  ScenarioRecord scenario = AllHold().scenarios[1];
  std::erase_if(scenario.history, [](const Event& e) { return e.type != "subject_ready"; });
  ASSERT_EQ(scenario.history.size(), 1U);
  EXPECT_EQ(BuildTimeline(scenario).lanes.size(), 1U);
}

TEST(Timeline, KilledProcessIsOneFaultAlthoughItIsLoggedTwice) {
  const Timeline timeline = BuildTimeline(Overlapping().scenarios[0]);
  const TimelineLane* process = Find(timeline, "process down");
  ASSERT_NE(process, nullptr);
  ASSERT_EQ(process->marks.size(), 1U);
  EXPECT_EQ(process->marks[0].title, "process down (instance 1) from 80 ms, mended at 130 ms");
}

TEST(Timeline, DeliveriesUnderWayTogetherGetLanesOfTheirOwn) {
  const Timeline timeline = BuildTimeline(Overlapping().scenarios[0]);
  std::vector<const TimelineLane*> paid;
  for (const TimelineLane& lane : timeline.lanes) {
    if (lane.label == "paid") paid.push_back(&lane);
  }
  ASSERT_EQ(paid.size(), 2U);
  const TimelineMark& first = paid[0]->marks[0];
  const TimelineMark& second = paid[1]->marks[0];
  EXPECT_EQ(first.kind, Kind::kUnanswered);
  EXPECT_LT(first.column, second.column);
  EXPECT_LT(second.end_column, first.end_column);
  ASSERT_NE(Find(timeline, "paid, tampered"), nullptr);
  ASSERT_NE(Find(timeline, "paid, probe"), nullptr);
}

TEST(Timeline, StrikesInARowAreOne) {
  ScenarioRecord scenario = AllHold().scenarios[0];
  scenario.history.clear();
  for (int i = 0; i < 100; ++i) {
    scenario.history.push_back({110'000 + i, 400, "fault_injected", {{"kind", "empty_redis"}}});
  }
  const Timeline timeline = BuildTimeline(scenario);
  const TimelineLane* emptied = Find(timeline, "Redis emptied");
  ASSERT_NE(emptied, nullptr);
  EXPECT_EQ(emptied->marks.size(), 1U);
}

TEST(Timeline, SaysHowMuchIsLeftOff) {
  ScenarioRecord scenario = AllHold().scenarios[1];
  const std::vector<mockgw::Delivery> once = scenario.book.deliveries;
  for (int64_t round = 1; round < 8; ++round) {
    for (mockgw::Delivery delivery : once) {
      delivery.start_us += round * 1'000'000;
      delivery.end_us += round * 1'000'000;
      delivery.notify_id += std::to_string(round * 100 + delivery.attempt);
      scenario.book.deliveries.push_back(delivery);
    }
  }
  const Timeline timeline = BuildTimeline(scenario);
  EXPECT_EQ(timeline.columns.size(), kMostColumns);
  EXPECT_EQ(timeline.lanes.size(), kMostLanes);
  EXPECT_EQ(timeline.columns_left_off, 8 * 16 + 5 - kMostColumns);
  EXPECT_GT(timeline.lanes_left_off, 0U);
  for (const TimelineLane& lane : timeline.lanes) {
    for (const TimelineMark& mark : lane.marks) EXPECT_LT(mark.end_column, kMostColumns);
  }
}

}  // namespace
}  // namespace paystorm::reports
