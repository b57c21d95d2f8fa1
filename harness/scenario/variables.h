#ifndef PAYSTORM_HARNESS_SCENARIO_VARIABLES_H_
#define PAYSTORM_HARNESS_SCENARIO_VARIABLES_H_

// `${VAR}` in a value, replaced from the environment. `$${` stands for a literal `${`.
// Thread-safe as long as nobody changes the environment.

#include <string>
#include <string_view>

namespace paystorm {

struct VariableReplacement {
  std::string text;
  bool replaced = false;  // there was one at least
  std::string problem;    // empty: done; else what is wrong, and `text` says nothing
  std::string at;         // the piece of the value that `problem` is about
};

VariableReplacement ReplaceVariables(std::string_view value);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_VARIABLES_H_
