#ifndef PAYSTORM_HARNESS_CLI_COMMANDS_H_
#define PAYSTORM_HARNESS_CLI_COMMANDS_H_

// The commands of the program `paystorm`. Each takes what the command line said and returns the
// exit code of DESIGN.md section 7: 0 all hold, 1 violated, 2 usage or scenario invalid, 3 could
// not run, 4 inconclusive, 5 nothing ran, 130 interrupted. Diagnostics go to stderr.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenario/parser.h"
#include "harness/scenario/scenario.h"
#include "mockgw/base/result.h"

namespace paystorm {

inline constexpr int kExitOk = 0;
inline constexpr int kExitViolated = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitCouldNotRun = 3;
inline constexpr int kExitNothingRan = 5;
inline constexpr int kExitInterrupted = 130;

struct RunFlags {
  std::vector<std::string> paths;
  uint64_t seed = 1;
  std::string report_dir = "runs";
  bool keep = false;
  bool verbose = false;
  bool no_color = false;
  std::string reference;  // empty: beside this program
  std::string keys_dir;
  std::vector<std::string> subject_urls;
  std::vector<std::string> allow_hosts;
  std::string mysql;
  std::string mysql_user = "root";
  std::string database;
  std::string redis;
};

int RunCommand(const RunFlags& flags, const std::string& typed, const std::string& program);
struct SendFlags {
  std::string channel;
  std::string event;
  std::string to;      // empty: only with `print`
  bool print = false;  // headers and body on stdout, nothing is sent
  std::vector<std::string> set;
  std::string order_no;  // empty: drawn by the seed
  int64_t amount_minor = 9900;
  int64_t refund_minor = 0;  // 0: all of it
  std::string currency;      // empty: CNY, of stripe USD
  std::string variant = "genuine";
  std::string shape = "plain";
  std::string form = "ordinary";
  std::string signing;
  std::string keys_dir;  // empty: keys made for this once
  uint64_t seed = 1;
  std::vector<std::string> allow_hosts;
};

// One delivery of one notification. 0 acknowledged, 1 refused, 3 unanswered.
int SendCommand(const SendFlags& flags);
int ValidateCommand(const std::vector<std::string>& paths);
int PlanCommand(const std::vector<std::string>& paths, uint64_t seed);
// Scenarios below the paths; without paths the channels, schedules, checks and faults there are.
int ListCommand(const std::vector<std::string>& paths);

// --- shared by the commands ---

Vocabulary MakeVocabulary();
// Every scenario below the paths. Prints all errors, not only the first, and returns kInvalid.
Result<std::vector<Scenario>> LoadAll(const std::vector<std::string>& paths);
// "paystorm: " and the message on stderr; the exit code that belongs to the error.
int Complain(const Error& error);
// Says on stderr that the paths held no scenario; kExitNothingRan.
int ComplainOfNothing();

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CLI_COMMANDS_H_
