#ifndef PAYSTORM_HARNESS_SCENARIO_PARSER_H_
#define PAYSTORM_HARNESS_SCENARIO_PARSER_H_

// YAML text -> Scenario. Strict: an unknown key, a duplicate key, a wrong type, unit or range is an
// error. Thread-safe.

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/scenario.h"
#include "mockgw/base/result.h"

namespace paystorm {

// Words the parser checks against; handed in so that it needs no room to its right.
struct Vocabulary {
  std::vector<std::string> channels;
  std::vector<std::string> schedules;
  std::vector<std::string> checks;
  std::vector<std::string> faults;
};

// kInvalid. The message's first line is "file:line:column: what is wrong" with the nearest known
// name where there is one; then the line itself and a caret under the column:
//   scenarios/a.yaml:7:1: unknown key "delivr", did you mean "deliver"?
//      7 | delivr:
//        | ^
// `${VAR}` in a value is replaced from the environment (`$${` stands for `${`); an unset variable
// is an error. Messages quote the text as written, never a variable's value.
Result<Scenario> ParseScenario(std::string_view text, const std::string& file,
                               const Vocabulary& vocabulary);

// The same from a file; kInvalid too when it cannot be read.
Result<Scenario> LoadScenario(const std::string& file, const Vocabulary& vocabulary);

// The .yaml and .yml files of each argument (a file itself, or a folder at any depth), sorted
// within a folder, no file twice. kInvalid when a path does not exist; an empty list is no error
// here.
Result<std::vector<std::string>> FindScenarioFiles(const std::vector<std::string>& paths);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_PARSER_H_
