#include "mockgw/schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paystorm::mockgw {
namespace {

// Proves the published sums and counts of every schedule: 24 h 4 min, 24 h 24 min and so on. A
// schedule without a row here fails.
TEST(Schedule, SumsAreThePublishedOnes) {
  struct Published {
    std::string_view name;
    int64_t span_s;
    size_t attempts;
  };
  constexpr Published kPublished[] = {
      {"alipay", 87840, 8},         // 24 h 24 min
      {"alipay_global", 87720, 8},  // 24 h 22 min
      {"once", 0, 1},
      {"standard_webhooks", 272105, 10},  // 75 h 35 min 5 s
      {"stripe_live", 259200, 10},        // 3 days
      {"stripe_sandbox", 14400, 4},       // "a few hours"
      {"unionpay", 720, 5},
      {"wechat_coupon_send", 600, 11},
      {"wechat_coupon_use", 480, 9},
      {"wechat_edu", 3600, 21},
      {"wechat_legacy", 11040, 10},  // 3 h 4 min
      {"wechat_med_ins", 30, 5},
      {"wechat_papay_sign", 7020, 30},  // 1 h 57 min
      {"wechat_transfer", 135, 10},
      {"wechat_v3", 86640, 16},  // 24 h 4 min
      {"wechat_vehicle", 3066, 10},
  };
  std::vector<std::string_view> names;
  for (const Published& published : kPublished) {
    const Schedule* schedule = FindSchedule(published.name);
    ASSERT_NE(schedule, nullptr) << published.name;
    EXPECT_EQ(schedule->span().count(), published.span_s) << published.name;
    EXPECT_EQ(schedule->attempts(), published.attempts) << published.name;
    names.push_back(published.name);
  }
  EXPECT_EQ(names, ScheduleNames());
}

// Proves that names are sorted, found, and that an unknown one is null.
TEST(Schedule, NamesAreSortedAndFound) {
  const auto names = ScheduleNames();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  for (const auto name : names) {
    ASSERT_NE(FindSchedule(name), nullptr);
    EXPECT_FALSE(FindSchedule(name)->source.empty());
  }
  EXPECT_EQ(FindSchedule("wechat_v9"), nullptr);
}

}  // namespace
}  // namespace paystorm::mockgw
