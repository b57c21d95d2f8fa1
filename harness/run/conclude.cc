#include "harness/run/conclude.h"

#include <algorithm>
#include <optional>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

bool HasReason(const CheckResult& check, const std::string& reason) {
  return std::any_of(check.findings.begin(), check.findings.end(),
                     [&](const Finding& finding) { return finding.reason == reason; });
}

bool Found(const ScenarioRecord& record, const Expectation& expected) {
  return std::any_of(record.checks.begin(), record.checks.end(), [&](const CheckResult& check) {
    return check.name == expected.check && check.verdict == Verdict::kViolated &&
           HasReason(check, expected.reason);
  });
}

bool IsExpected(const ScenarioRecord& record, const std::string& check, const std::string& reason) {
  return std::any_of(record.expected.begin(), record.expected.end(),
                     [&](const Expectation& e) { return e.check == check && e.reason == reason; });
}

// The first finding that nobody asked for, as "check reason", if there is one.
std::optional<std::string> Unexpected(const ScenarioRecord& record) {
  for (const CheckResult& check : record.checks) {
    if (check.verdict != Verdict::kViolated) continue;
    for (const Finding& finding : check.findings) {
      if (!IsExpected(record, check.name, finding.reason)) {
        return Format("{} ({}): wanted {}, got {}", check.name, finding.reason, finding.want,
                      finding.got);
      }
    }
  }
  return std::nullopt;
}

std::string WhatHolds(const ScenarioRecord& record) {
  return Format("{} of {} checks hold", record.checks.size(), record.checks.size());
}

void ConcludeExpected(ScenarioRecord& record) {
  std::vector<std::string> found;
  for (const Expectation& expected : record.expected) {
    if (!Found(record, expected)) {
      record.verdict = Verdict::kViolated;
      record.summary =
          Format("the expected finding {} ({}) did not appear", expected.check, expected.reason);
      return;
    }
    found.push_back(Format("{} ({})", expected.check, expected.reason));
  }
  if (const auto other = Unexpected(record)) {
    record.verdict = Verdict::kViolated;
    record.summary = "besides the expected finding another one appeared: " + *other;
    return;
  }
  record.verdict = Verdict::kHolds;
  record.summary = "found as expected: ";
  for (size_t i = 0; i < found.size(); ++i) record.summary += (i > 0 ? ", " : "") + found[i];
}

}  // namespace

void Conclude(ScenarioRecord& record, const std::vector<Doubt>& doubts) {
  if (!record.error.empty()) {
    record.verdict = Verdict::kError;
    record.summary = record.error;
    return;
  }
  const bool any_violated =
      std::any_of(record.checks.begin(), record.checks.end(),
                  [](const CheckResult& c) { return c.verdict == Verdict::kViolated; });
  if (record.expected.empty() && any_violated) {
    record.verdict = Verdict::kViolated;
    record.summary = *Unexpected(record);
    return;
  }
  const auto unsure =
      std::find_if(record.checks.begin(), record.checks.end(),
                   [](const CheckResult& c) { return c.verdict == Verdict::kInconclusive; });
  if (unsure != record.checks.end()) {
    record.verdict = Verdict::kInconclusive;
    record.error = unsure->findings.empty()
                       ? unsure->name + " could not tell"
                       : Format("{} could not tell: {}", unsure->name, unsure->findings[0].got);
    record.summary = record.error;
    return;
  }
  if (!record.expected.empty()) {
    ConcludeExpected(record);
    // A finding that is there needs no further proof; one that is missing may be missing only
    // because nothing was put to the test.
    if (record.verdict == Verdict::kHolds || any_violated) return;
  }
  if (!doubts.empty()) {
    record.verdict = Verdict::kInconclusive;
    record.error = doubts[0].what;
    record.hint = doubts[0].hint;
    record.summary = record.error;
    return;
  }
  if (!record.expected.empty()) return;
  record.verdict = Verdict::kHolds;
  record.summary = WhatHolds(record);
}

}  // namespace paystorm
