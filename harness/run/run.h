#ifndef PAYSTORM_HARNESS_RUN_RUN_H_
#define PAYSTORM_HARNESS_RUN_RUN_H_

// Scenarios in, run record out.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/record/run_record.h"
#include "harness/scenario/scenario.h"
#include "harness/store/mysql.h"
#include "mockgw/base/result.h"

namespace paystorm {

struct RunOptions {
  uint64_t seed = 1;
  // Where run folders go; created. One folder for this run is made below it, and `latest` is set.
  std::string report_dir = "runs";
  bool keep = false;  // the private servers' folders stay
  // The reference server's program; needed by scenarios whose subject is the reference.
  std::string reference_program;
  // Keys shared with the subject (mockgw/channel/keys.h); empty: made anew for this run.
  std::string keys_dir;
  // Overrides every scenario's subject; base urls, one an instance.
  std::vector<std::string> subject_urls;
  // The stores of a subject that is not ours; its database must hold the table paystorm_marker.
  std::optional<MysqlAddress> mysql;
  std::optional<std::string> redis;
  std::string version;  // of the program, for the record
  // The command line as typed, for the record.
  std::string command;
  // Set from outside to end the run early; what was begun is healed and recorded.
  const std::atomic<bool>* interrupted = nullptr;
  // Called with one line of progress at a time, from the caller's thread. May be empty.
  std::function<void(const std::string&)> progress;
};

// Runs the scenarios one after another and judges each. What one scenario cannot do stands in its
// record as an error; only what concerns them all (a server binary that is missing, a folder that
// cannot be written, keys that cannot be read) is an Error here. Blocks until done.
Result<RunRecord> RunScenarios(const std::vector<Scenario>& scenarios, const RunOptions& options);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_RUN_H_
