#ifndef PAYSTORM_MOCKGW_SCHEDULE_SCHEDULE_H_
#define PAYSTORM_MOCKGW_SCHEDULE_SCHEDULE_H_

// Retry timetables of gateways, as data (gateways.md section 0). Immutable; pure.

#include <chrono>
#include <string_view>
#include <vector>

namespace paystorm::mockgw {

struct Schedule {
  std::string_view name;    // e.g. "wechat_v3"
  std::string_view source;  // the gateway's document that states the gaps
  // Between attempts; the first attempt is at 0. n gaps make n+1 attempts.
  std::vector<std::chrono::seconds> gaps;

  // From the first attempt to the last.
  std::chrono::seconds span() const;
  size_t attempts() const { return gaps.size() + 1; }
};

// The schedule of that name, or null. Lives for ever.
const Schedule* FindSchedule(std::string_view name);
// All names, sorted; among them "wechat_v3" and "once" (no gaps).
std::vector<std::string_view> ScheduleNames();

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_SCHEDULE_SCHEDULE_H_
