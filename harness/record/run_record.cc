#include "harness/record/run_record.h"

#include <algorithm>
#include <array>
#include <utility>

namespace paystorm {
namespace {

constexpr std::array<std::pair<Verdict, std::string_view>, 4> kVerdicts = {{
    {Verdict::kHolds, "holds"},
    {Verdict::kViolated, "violated"},
    {Verdict::kInconclusive, "inconclusive"},
    {Verdict::kError, "error"},
}};

}  // namespace

std::string_view ToString(Verdict verdict) {
  for (const auto& [value, word] : kVerdicts) {
    if (value == verdict) return word;
  }
  return "unknown";
}

std::optional<Verdict> VerdictFromString(std::string_view word) {
  for (const auto& [value, known] : kVerdicts) {
    if (known == word) return value;
  }
  return std::nullopt;
}

Verdict RunRecord::verdict() const {
  const auto any = [&](Verdict verdict) {
    return std::any_of(scenarios.begin(), scenarios.end(),
                       [&](const ScenarioRecord& s) { return s.verdict == verdict; });
  };
  for (const Verdict worse : {Verdict::kViolated, Verdict::kError, Verdict::kInconclusive}) {
    if (any(worse)) return worse;
  }
  // Nothing that ran is nothing that holds.
  return scenarios.empty() ? Verdict::kError : Verdict::kHolds;
}

int RunRecord::exit_code() const {
  if (scenarios.empty()) return 5;
  switch (verdict()) {
    case Verdict::kHolds:
      return 0;
    case Verdict::kViolated:
      return 1;
    case Verdict::kError:
      return 3;
    case Verdict::kInconclusive:
      return 4;
  }
  return 3;
}

}  // namespace paystorm
