#ifndef PAYSTORM_REPORTS_PHRASES_H_
#define PAYSTORM_REPORTS_PHRASES_H_

// What every report says in the same words, and the few questions they all ask of a record. Pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/run_record.h"

namespace paystorm::reports {

// "1,000"; "-1,000".
std::string Thousands(int64_t number);
// "3 scenarios", "1 scenario": the plural is formed by an s.
std::string Count(int64_t number, std::string_view noun);

// Two or three significant figures: "0.4 ms", "812 ms", "1.24 s", "2 min 5 s".
std::string RealTime(int64_t duration_us);
// The gateway's clock, in whole units: "0 s", "15 s", "3 min 15 s", "24 h 4 min", "250 ms".
std::string GatewayTime(int64_t duration_ms);
// "2026-01-02T03:04:05", UTC, without a zone.
std::string UtcTime(int64_t unix_ms);

// For people: "holds", "violated", "inconclusive", "could not run", and "found" for a scenario
// that holds because what it demands was found.
std::string_view VerdictPhrase(const ScenarioRecord& scenario);
std::string_view VerdictPhrase(Verdict verdict);

// "exactly_once_effect twice".
std::string FindingName(std::string_view check, std::string_view reason);

// The check was violated for that reason.
bool Appeared(const ScenarioRecord& scenario, const Expectation& expectation);
// The scenario demands that check to be violated for that reason.
bool IsExpected(const ScenarioRecord& scenario, std::string_view check, std::string_view reason);
// The check is violated, and for no other reasons than those that the scenario demands.
bool ViolatedAsExpected(const ScenarioRecord& scenario, const CheckResult& check);

// Checks that hold, or are violated just as demanded.
int64_t ChecksAsWanted(const ScenarioRecord& scenario);

// The summary for a table: what was found, or why the verdict is what it is.
std::string SummaryLine(const ScenarioRecord& scenario);

// How many scenarios came to which verdict. holds + violated + inconclusive + error = all.
struct Tally {
  int64_t holds = 0;  // `found` among them
  int64_t found = 0;  // hold because what they demand was found
  int64_t violated = 0;
  int64_t inconclusive = 0;
  int64_t error = 0;
};
Tally CountVerdicts(const RunRecord& record);
// "5 scenarios: 3 hold, 1 violated, 1 could not run"; what is 0 is left off.
std::string TallyLine(const RunRecord& record);

// One part of a storm: what the subject says became of that many deliveries.
struct SplitPart {
  std::string_view
      key;  // "processed", "signature", "lock", "notify_log", "state_machine", "failed"
  std::string_view label;  // "the lock"
  int64_t count = 0;
};
// In the order in which a delivery meets them; parts of 0 are left off. Empty when the subject has
// no counters.
std::vector<SplitPart> StormSplit(const StormStats& storm);
// "1 processed, 812 turned away by the lock, 187 by the notify log"; without counters
// "1 acknowledged, 999 refused".
std::string StormSplitLine(const StormStats& storm);
// "1,000 delivered: <split>; release spread 0.4 ms p50, 1.1 ms max; 50 in flight".
std::string StormLine(const StormStats& storm);

// The command that repeats the whole run, the seed included.
std::string RepeatCommand(const RunRecord& record);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_PHRASES_H_
