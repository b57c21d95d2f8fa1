#ifndef PAYSTORM_HARNESS_RUN_SUBJECT_COUNTERS_H_
#define PAYSTORM_HARNESS_RUN_SUBJECT_COUNTERS_H_

// What a subject that has the reference's /metrics says of its own deliveries, over all instances,
// and how that splits a storm.

#include <memory>
#include <optional>
#include <vector>

#include "harness/record/run_record.h"
#include "harness/subject/subject.h"
#include "mockgw/base/json.h"
#include "mockgw/deliver/sender.h"

namespace paystorm {

struct SubjectCounters {
  int64_t deliveries = 0;
  int64_t processed = 0;
  int64_t failed = 0;
  int64_t signature = 0;
  int64_t lock = 0;
  int64_t notify_log = 0;
  int64_t state_machine = 0;
  int64_t in_flight = 0;
};

// Nothing when an instance does not run or has no such page. Blocks for at most 1 s an instance.
std::optional<SubjectCounters> ReadSubjectCounters(
    const std::vector<std::unique_ptr<SubjectInstance>>& instances);

// Without the split.
StormStats Summarize(int step, int wave, const mockgw::StormDelivered& delivered);

// Fills the split from the counters before and after; leaves -1 where one of them is missing.
void FillSplit(StormStats& stats, const std::optional<SubjectCounters>& before,
               const std::optional<SubjectCounters>& after);

Json ToJson(const StormStats& stats);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_SUBJECT_COUNTERS_H_
