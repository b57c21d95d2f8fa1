#include <algorithm>
#include <utility>

#include "harness/check/casebook.h"
#include "harness/check/check.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

CheckResult CannotTell(std::string reason, std::string want, std::string got) {
  CheckResult result;
  result.verdict = Verdict::kInconclusive;
  result.findings.push_back({std::move(reason), "", std::move(want), std::move(got), {}});
  result.findings_total = 1;
  return result;
}

CheckResult JudgeOrSayWhyNot(const Check& check, const CheckInput& input) {
  for (const std::string_view table : check.needs()) {
    if (input.evidence.Find(table) != nullptr) continue;
    const auto why = input.evidence.missing.find(table);
    return CannotTell("evidence_missing", Format("the table {}", table),
                      why == input.evidence.missing.end() ? "it was not read" : why->second);
  }
  CheckResult result = check.Judge(input);
  if (result.examined == 0 && result.verdict == Verdict::kHolds) {
    return CannotTell("nothing_examined", "something to judge",
                      "nothing in this run is what this check looks at");
  }
  return result;
}

}  // namespace

CheckResult RunCheck(const Check& check, const CheckInput& input, const TextPosition& position) {
  CheckResult result = JudgeOrSayWhyNot(check, input);
  result.name = check.name();
  result.title = check.title();
  result.position = position;
  const Verdict verdict = result.verdict;
  const int64_t total =
      std::max(result.findings_total, static_cast<int64_t>(result.findings.size()));
  std::vector<Finding> all = std::exchange(result.findings, {});
  for (Finding& finding : all) AddFinding(result, std::move(finding));
  result.verdict = verdict;
  result.findings_total = total;
  for (Finding& finding : result.findings) {
    for (Table& table : finding.rows) {
      if (table.rows.size() > kRowsShown) table.rows.resize(kRowsShown);
    }
  }
  return result;
}

}  // namespace paystorm
