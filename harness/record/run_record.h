#ifndef PAYSTORM_HARNESS_RECORD_RUN_RECORD_H_
#define PAYSTORM_HARNESS_RECORD_RUN_RECORD_H_

// What a run leaves behind: the one typed value that reports see.
// Plain values; Thread-compatible. JSON by ToJson/FromJson, with a published schema in
// reports/schema/run.v1.schema.json.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/evidence.h"
#include "harness/record/history.h"
#include "mockgw/base/json.h"
#include "mockgw/base/result.h"
#include "mockgw/base/text_position.h"
#include "mockgw/book/book.h"

namespace paystorm {

enum class Verdict { kHolds, kViolated, kInconclusive, kError /* could not run */ };

// "holds", "violated", "inconclusive", "error".
std::string_view ToString(Verdict verdict);
std::optional<Verdict> VerdictFromString(std::string_view word);

// One counterexample, or one reason why a check could not tell.
struct Finding {
  // Short and stable, e.g. "twice", "lost", "acknowledged_but_lost"; each check lists its own.
  std::string reason;
  std::string about;  // what it is about: an order number, a notify id, or empty for the whole run
  std::string want;   // one line
  std::string got;    // one line
  std::vector<Table> rows;  // the rows that show it, already cut to at most 20 each
};

struct CheckResult {
  std::string name;       // as in YAML: "exactly_once_effect", or "sql" for a statement
  std::string title;      // one line for people; for sql the statement
  TextPosition position;  // of the YAML key
  Verdict verdict = Verdict::kHolds;
  std::vector<Finding> findings;  // empty when it holds; at most 20, see findings_total
  int64_t findings_total = 0;
  int64_t examined = 0;  // how many orders, notifications or lines it looked at; > 0 unless error
};

// What a scenario in find/ demands: this check is violated for this reason.
struct Expectation {
  std::string check;
  std::string reason;
  TextPosition position;
};

// How the storm of one wave went.
struct StormStats {
  int step = 0;
  int wave = 1;            // 1-based
  int64_t deliveries = 0;  // = acknowledged + refused + unanswered
  int64_t acknowledged = 0;
  int64_t refused = 0;
  int64_t unanswered = 0;
  int64_t connections = 0;
  int64_t release_spread_us_p50 = 0;
  int64_t release_spread_us_max = 0;
  int64_t released_before_first_answer = 0;
  int64_t most_in_flight = 0;
  int64_t duration_us = 0;
  // How the subject split them, from its /metrics before and after; all -1 when it has none.
  // deliveries = processed + signature + lock + notify_log + state_machine + failed.
  int64_t processed = -1;
  int64_t turned_away_signature = -1;
  int64_t turned_away_lock = -1;
  int64_t turned_away_notify_log = -1;
  int64_t turned_away_state_machine = -1;
  int64_t failed = -1;
};

struct ScenarioRecord {
  std::string name;
  std::string proves;
  std::string file;  // as given on the command line
  std::string channel;
  std::string subject;  // one line, e.g. "reference, 2 instances, defect article"
  uint64_t seed = 0;
  // Over all checks, expectations taken into account: a scenario that expects a finding holds when
  // exactly the expected findings appeared.
  Verdict verdict = Verdict::kHolds;
  std::string summary;  // one line: why the verdict is what it is
  std::string error;    // set when kError or kInconclusive: one line
  std::string hint;     // what to do about it; may be empty
  std::vector<Expectation> expected;
  std::vector<CheckResult> checks;
  std::vector<StormStats> storms;
  mockgw::Book book;
  std::vector<Event> history;
  Evidence evidence;
  std::vector<std::string> warnings;
  std::string folder;  // run folder of this scenario
  std::string repeat;  // the command that repeats it
  int64_t started_unix_ms = 0;
  int64_t duration_us = 0;
  int64_t gateway_ms = 0;  // the gateway's clock at the end
};

struct RunRecord {
  int version = 1;
  std::string paystorm_version;
  std::string command;  // as typed
  uint64_t seed = 0;
  int64_t started_unix_ms = 0;
  int64_t duration_us = 0;
  int64_t stores_start_us = 0;  // of the private servers; 0 when none were started
  std::string folder;
  std::vector<ScenarioRecord> scenarios;

  // kViolated before kError before kInconclusive; kHolds only when all hold and there is one.
  Verdict verdict() const;
  // Exit codes of DESIGN.md section 7: 0, 1, 3, 4, or 5 when there is no scenario.
  int exit_code() const;
};

// The record without histories (they stand in their NDJSON files), deliveries included.
Json ToJson(const RunRecord& record);
// kInvalid, naming the key, for a malformed record.
Result<RunRecord> RunRecordFromJson(const Json& json);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RECORD_RUN_RECORD_H_
