#include "harness/run/conclude.h"

#include <gtest/gtest.h>

namespace paystorm {
namespace {

CheckResult Result_(const std::string& name, Verdict verdict, const std::string& reason = {}) {
  CheckResult result;
  result.name = name;
  result.verdict = verdict;
  result.examined = 1;
  if (!reason.empty()) result.findings.push_back({reason, "T1", "1 row", "2 rows", {}});
  return result;
}

ScenarioRecord Record(std::vector<CheckResult> checks, std::vector<Expectation> expected = {}) {
  ScenarioRecord record;
  record.checks = std::move(checks);
  record.expected = std::move(expected);
  return record;
}

struct Case {
  const char* what;
  ScenarioRecord record;
  std::vector<Doubt> doubts;
  Verdict verdict;
  const char* summary;
};

// Proves the whole table in the header, one row a case.
TEST(Conclude, Table) {
  const CheckResult holds = Result_("converges", Verdict::kHolds);
  const CheckResult twice = Result_("exactly_once_effect", Verdict::kViolated, "twice");
  const CheckResult lost = Result_("exactly_once_effect", Verdict::kViolated, "lost");
  const CheckResult unsure = Result_("sql", Verdict::kInconclusive, "evidence_missing");
  const Expectation expect_twice = {"exactly_once_effect", "twice", {}};
  const Doubt doubt = {"the storm did not overlap", "use more connections"};
  std::vector<Case> cases = {
      {"all hold", Record({holds, holds}), {}, Verdict::kHolds, "2 of 2 checks hold"},
      {"one violated",
       Record({holds, twice}),
       {},
       Verdict::kViolated,
       "exactly_once_effect (twice): wanted 1 row, got 2 rows"},
      {"violated in spite of a doubt",
       Record({twice}),
       {doubt},
       Verdict::kViolated,
       "exactly_once_effect (twice): wanted 1 row, got 2 rows"},
      {"doubt alone",
       Record({holds}),
       {doubt},
       Verdict::kInconclusive,
       "the storm did not overlap"},
      {"a check that cannot tell",
       Record({holds, unsure}),
       {},
       Verdict::kInconclusive,
       "sql could not tell: 2 rows"},
      {"found",
       Record({holds, twice}, {expect_twice}),
       {},
       Verdict::kHolds,
       "found as expected: exactly_once_effect (twice)"},
      {"found in spite of a doubt",
       Record({twice}, {expect_twice}),
       {doubt},
       Verdict::kHolds,
       "found as expected: exactly_once_effect (twice)"},
      {"not found",
       Record({holds}, {expect_twice}),
       {},
       Verdict::kViolated,
       "the expected finding exactly_once_effect (twice) did not appear"},
      {"not found, but nothing was tested",
       Record({holds}, {expect_twice}),
       {doubt},
       Verdict::kInconclusive,
       "the storm did not overlap"},
      {"another reason instead",
       Record({lost}, {expect_twice}),
       {},
       Verdict::kViolated,
       "the expected finding exactly_once_effect (twice) did not appear"},
      {"another one besides",
       Record({twice, Result_("converges", Verdict::kViolated, "never_acknowledged")},
              {expect_twice}),
       {},
       Verdict::kViolated,
       "besides the expected finding another one appeared: converges (never_acknowledged): wanted "
       "1 row, got 2 rows"},
  };
  for (Case& c : cases) {
    Conclude(c.record, c.doubts);
    EXPECT_EQ(c.record.verdict, c.verdict) << c.what;
    EXPECT_EQ(c.record.summary, c.summary) << c.what;
  }
}

// Proves that an error is never outvoted by checks that hold.
TEST(Conclude, AnErrorStaysAnError) {
  ScenarioRecord record = Record({Result_("converges", Verdict::kHolds)});
  record.error = "subject did not get ready";
  Conclude(record, {});
  EXPECT_EQ(record.verdict, Verdict::kError);
  EXPECT_EQ(record.summary, "subject did not get ready");
}

}  // namespace
}  // namespace paystorm
