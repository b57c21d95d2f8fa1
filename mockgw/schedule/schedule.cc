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

std::vector<seconds> Every(int gap, size_t times) { return {times, seconds(gap)}; }

std::vector<seconds> Joined(std::initializer_list<std::vector<seconds>> parts) {
  std::vector<seconds> gaps;
  for (const auto& part : parts) gaps.insert(gaps.end(), part.begin(), part.end());
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
      {"stripe_live",
       "docs.stripe.com/webhooks: exponential, up to 3 days; the spacing is not published, these "
       "gaps are ours",
       Gaps({60, 300, 900, 3600, 10800, 21600, 43200, 86400, 92340})},
      {"stripe_sandbox",
       "docs.stripe.com/webhooks: 3 retries over a few hours; the spacing is not published, these "
       "gaps are ours",
       Gaps({600, 3600, 10200})},
      {"unionpay", "comments of the vendor's demo: 1m,2m,4m,5m", Gaps({60, 120, 240, 300})},
      {"wechat_coupon_send", "wechatpay.js.org webhook/v3/COUPON.SEND.md: 60 s apart, 11 times",
       Every(60, 10)},
      {"wechat_coupon_use", "wechatpay.js.org webhook/v3/COUPON.USE.md: 60 s apart, 9 times",
       Every(60, 8)},
      {"wechat_edu",
       "pay.weixin.qq.com/docs/partner/apis/education-fee-payment/"
       "contracts-result-notification.html: 1s, 60s 10 times, 300s 10 times; the 1 s is before the "
       "first send",
       Joined({Every(60, 10), Every(300, 10)})},
      {"wechat_legacy", "pay.weixin.qq.com/wiki/doc/api_external/ch/apis/chapter5_1_5.shtml",
       Gaps({15, 15, 30, 180, 1800, 1800, 1800, 1800, 3600})},
      {"wechat_med_ins",
       "wechatpay-skills medical-insurance-payment, payment notice: exponential back-off, nothing "
       "after 30 s; the spacing is not published, these gaps are ours",
       Gaps({2, 4, 8, 16})},
      {"wechat_papay_sign",
       "pay.weixin.qq.com/doc/v3/partner/4012881605: 0s/10s/10s/10s/30s/30s/30s, then 300s; the 0 "
       "is "
       "the first send",
       Joined({Every(10, 3), Every(30, 3), Every(300, 23)})},
      {"wechat_transfer",
       "wechatpay.js.org webhook/v3/MCHTRANSFER.BATCH.FINISHED.md: at once, then 15 s apart, 10 "
       "times in all",
       Every(15, 9)},
      {"wechat_v3",
       "pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter3_1_11.shtml: "
       "15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h, 24h4m in all",
       Gaps({15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600,
             21600})},
      {"wechat_vehicle",
       "wechatpay.js.org webhook/v2/vehicle-state-changed-for-parking.md: doubling from 6 s, 9 "
       "times",
       Gaps({6, 12, 24, 48, 96, 192, 384, 768, 1536})},
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
