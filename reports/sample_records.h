#ifndef PAYSTORM_REPORTS_SAMPLE_RECORDS_H_
#define PAYSTORM_REPORTS_SAMPLE_RECORDS_H_

// Records of runs that never were, for tests: small, complete and the same every time. Pure.

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/run_record.h"

namespace paystorm::reports {

// A storm of two waves and the whole ladder of a subject that fails three times: all hold.
RunRecord AllHold();
// One payment too many and one order lost, beside a scenario that holds.
RunRecord OneViolated();
// One scenario that finds what it demands, one that does not.
RunRecord ExpectedFindings();
// A storm that did not overlap, a fault that never fired, evidence that could not be read.
RunRecord CouldNotTell();
// A server that could not be started, beside one scenario that holds.
RunRecord CouldNotRun();
// Two deliveries at once, a process killed and restarted, forged deliveries.
RunRecord Overlapping();
// Every text is as hostile as a text can be: markup, control characters, no UTF-8, very long.
RunRecord Hostile();
// One scenario of `waves` storms of `deliveries` each.
RunRecord Big(int waves, int deliveries);

struct NamedRecord {
  std::string_view name;
  RunRecord record;
};
// All but Big.
std::vector<NamedRecord> AllSamples();

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_SAMPLE_RECORDS_H_
