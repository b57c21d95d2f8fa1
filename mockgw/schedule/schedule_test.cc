#include "mockgw/schedule/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace paystorm::mockgw {
namespace {

// Proves the published sums: 24 h 4 min, 3 h 4 min, 24 h 24 min, 24 h 22 min, 75 h 35 min 5 s, 12
// min.
TEST(Schedule, SumsAreThePublishedOnes) {
  EXPECT_EQ(FindSchedule("wechat_v3")->span().count(), 86640);
  EXPECT_EQ(FindSchedule("wechat_v3")->attempts(), 16u);
  EXPECT_EQ(FindSchedule("wechat_legacy")->span().count(), 11040);
  EXPECT_EQ(FindSchedule("alipay")->span().count(), 87840);
  EXPECT_EQ(FindSchedule("alipay")->attempts(), 8u);
  EXPECT_EQ(FindSchedule("alipay_global")->span().count(), 87720);
  EXPECT_EQ(FindSchedule("standard_webhooks")->span().count(), 272105);
  EXPECT_EQ(FindSchedule("unionpay")->span().count(), 720);
  EXPECT_EQ(FindSchedule("once")->attempts(), 1u);
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
