#include "harness/scenario/variables.h"

#include <algorithm>
#include <cstdlib>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

bool IsVariableName(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

VariableReplacement Problem(std::string problem, std::string_view at) {
  VariableReplacement result;
  result.problem = std::move(problem);
  result.at = at;
  return result;
}

}  // namespace

VariableReplacement ReplaceVariables(std::string_view value) {
  VariableReplacement result;
  while (!value.empty()) {
    if (value.substr(0, 3) == "$${") {
      result.text += "${";
      value.remove_prefix(3);
      continue;
    }
    if (value.substr(0, 2) != "${") {
      result.text += value[0];
      value.remove_prefix(1);
      continue;
    }
    const size_t end = value.find('}');
    if (end == std::string_view::npos) {
      return Problem("\"${\" without its \"}\"; write \"$${\" for the characters themselves",
                     value);
    }
    const std::string name(value.substr(2, end - 2));
    if (!IsVariableName(name)) {
      return Problem(Format("\"{}\" is no name of an environment variable", name),
                     value.substr(0, end + 1));
    }
    const char* found = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    if (found == nullptr) {
      return Problem(Format("environment variable {} is not set", name), value.substr(0, end + 1));
    }
    result.text += found;
    result.replaced = true;
    value.remove_prefix(end + 1);
  }
  return result;
}

}  // namespace paystorm
