#include "mockgw/schedule/schedule.h"

#include <numeric>

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

std::vector<seconds> Gaps(std::initializer_list<int> values) {
  std::vector<seconds> gaps;
  for (const int value : values) gaps.emplace_back(value);
  return gaps;
}

// Sorted by name. Each with the document that prints it.
const std::vector<Schedule>& All() {
  static const std::vector<Schedule> all = {
      {"alipay", "opendocs.alipay.com/open/270/105902: 4m,10m,10m,1h,2h,6h,15h",
       Gaps({240, 600, 600, 3600, 7200, 21600, 54000})},
      {"alipay_global", "docs.antom.com/ac/web/async: 2m,10m,10m,1h,2h,6h,15h",
       Gaps({120, 600, 600, 3600, 7200, 21600, 54000})},
      {"once", "no retry", {}},
      {"standard_webhooks", "standard-webhooks.md: 5s,5m,30m,2h,5h,10h,14h,20h,24h",
       Gaps({5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400})},
      {"unionpay", "comments of the vendor's demo: 1m,2m,4m,5m", Gaps({60, 120, 240, 300})},
      {"wechat_legacy", "pay.weixin.qq.com/wiki/doc/api_external/ch/apis/chapter5_1_5.shtml",
       Gaps({15, 15, 30, 180, 1800, 1800, 1800, 1800, 3600})},
      {"wechat_v3",
       "pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter3_1_11.shtml: "
       "15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h, 24h4m in all",
       Gaps({15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600,
             21600})},
  };
  return all;
}

}  // namespace

seconds Schedule::span() const { return std::accumulate(gaps.begin(), gaps.end(), seconds(0)); }

const Schedule* FindSchedule(std::string_view name) {
  for (const Schedule& schedule : All()) {
    if (schedule.name == name) return &schedule;
  }
  return nullptr;
}

std::vector<std::string_view> ScheduleNames() {
  std::vector<std::string_view> names;
  for (const Schedule& schedule : All()) names.push_back(schedule.name);
  return names;
}

}  // namespace paystorm::mockgw
