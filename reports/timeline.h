#ifndef PAYSTORM_REPORTS_TIMELINE_H_
#define PAYSTORM_REPORTS_TIMELINE_H_

// What happened when in one scenario, ready to be drawn. The gateway's clock jumps over idle hours
// while deliveries take milliseconds, so no scale fits both: each thing that happened gets a column
// of its own, in the order of real time, and the skipped idle time stands between columns.
//
// Plain values; Thread-compatible.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/record/run_record.h"

namespace paystorm::reports {

struct TimelineMark {
  enum class Kind {
    kAcknowledged,
    kRefused,
    kUnanswered,
    kStorm,   // a whole wave
    kBroken,  // from `column` to `end_column` something was broken on purpose
    kMoment,  // a fault that strikes once, or the proof that a fault fired
  };
  Kind kind = Kind::kMoment;
  size_t column = 0;      // 0-based, where it began
  size_t end_column = 0;  // the last column before it ended; >= column
  bool ends = true;       // false: it was still so at the end of the run
  std::string title;      // one line: what, when, how it ended
};

struct TimelineLane {
  std::string label;   // e.g. "paid", "Redis down"
  std::string detail;  // e.g. the notify id; may be empty
  std::vector<TimelineMark> marks;
};

struct TimelineColumn {
  int64_t gateway_ms = 0;  // the gateway's clock since the run began
  // Time on the gateway's clock since the column before, in whole seconds, when the clock jumped
  // over idle time in between; 0 when it did not.
  int64_t skipped_ms = 0;
};

struct Timeline {
  std::vector<TimelineColumn> columns;  // at most kMostColumns
  std::vector<TimelineLane> lanes;      // at most kMostLanes; faults first
  size_t columns_left_off = 0;
  size_t lanes_left_off = 0;

  // There is something that other parts of a report do not show: a delivery outside of a storm, or
  // a fault.
  bool worth_drawing = false;
};

inline constexpr size_t kMostColumns = 48;
inline constexpr size_t kMostLanes = 14;

Timeline BuildTimeline(const ScenarioRecord& scenario);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_TIMELINE_H_
