#include "reports/junit.h"

#include <algorithm>
#include <set>
#include <utility>

#include "mockgw/base/format.h"
#include "reports/phrases.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

// <testsuites name="paystorm" tests="3" failures="1" errors="0" skipped="0" time="1.250"
//     timestamp="2026-01-02T03:04:05">
//   <testsuite name="duplicate-storm" ... file="scenarios/pass/duplicate-storm.yaml">
//     <properties><property name="seed" value="42"/>...</properties>
//     <testcase classname="paystorm.duplicate-storm" name="run" time="1.250" file="..."/>
//     <testcase classname="paystorm.duplicate-storm" name="exactly_once_effect" time="0.000"
//         file="scenarios/pass/duplicate-storm.yaml" line="14">
//       <failure type="twice" message="...">want ... got ...</failure>
//     </testcase>
// The common dialect of Ant, Jenkins, GitLab and GitHub; reports/schema/junit.xsd describes it.

constexpr size_t kRowsShown = 5;

struct Case {
  std::string name;
  TextPosition position;
  int64_t duration_us = 0;
  std::string outcome;  // "", "failure" or "error"
  std::string type;
  std::string message;
  std::string text;    // of the outcome
  std::string output;  // system-out
};

struct Suite {
  const ScenarioRecord* scenario = nullptr;
  std::string name;
  std::vector<Case> cases;

  int64_t Count(std::string_view outcome) const {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const Case& c) { return c.outcome == outcome; });
  }
};

// The first free one of name, "name (2)", "name (3)", ...
std::string Unique(std::set<std::string>& taken, const std::string& name) {
  std::string free = name;
  for (int n = 2; !taken.insert(free).second; ++n) free = Format("{} ({})", name, n);
  return free;
}

std::string Seconds(int64_t duration_us) {
  return Format("{:.3f}", static_cast<double>(duration_us) / 1e6);
}

std::string RowsText(const Table& table) {
  std::string text =
      Format("{}: {}\n", table.name, Count(static_cast<int64_t>(table.rows.size()), "row"));
  const size_t shown = std::min(table.rows.size(), kRowsShown);
  for (size_t row = 0; row < shown; ++row) {
    text += " ";
    for (size_t column = 0; column < table.columns.size(); ++column) {
      const Cell& cell = table.rows[row][column];
      text += Format(" {}={}", table.columns[column], cell ? *cell : "null");
    }
    text += "\n";
  }
  if (shown < table.rows.size()) text += Format("  and {} more\n", table.rows.size() - shown);
  return text;
}

std::string FindingText(const CheckResult& check, const Finding& finding) {
  std::string text = FindingName(check.name, finding.reason);
  if (!finding.about.empty()) text += Format(" ({})", finding.about);
  text += Format("\nwant: {}\ngot:  {}\n", finding.want, finding.got);
  for (const Table& table : finding.rows) text += RowsText(table);
  return text;
}

void FillInconclusive(const CheckResult& check, Case& one) {
  one.outcome = "error";
  one.type = std::string(ToString(check.verdict));
  one.message = check.findings.empty() ? "could not tell" : check.findings[0].got;
  for (const Finding& finding : check.findings) one.text += FindingText(check, finding);
}

void FillViolated(const ScenarioRecord& scenario, const CheckResult& check, Case& one) {
  const Finding* first = nullptr;
  for (const Finding& finding : check.findings) {
    if (IsExpected(scenario, check.name, finding.reason)) {
      one.output += "found as expected: " + FindingText(check, finding);
      continue;
    }
    if (first == nullptr) first = &finding;
    one.text += FindingText(check, finding);
  }
  if (first == nullptr && !check.findings.empty()) return;  // all of it was asked for
  one.outcome = "failure";
  one.type = first == nullptr ? std::string("violated") : first->reason;
  one.message = first == nullptr ? std::string("violated")
                                 : Format("want {}, got {}", first->want, first->got);
}

Case CaseOf(const ScenarioRecord& scenario, const CheckResult& check) {
  Case one;
  one.name = check.name == "sql" ? Format("sql: {}", check.title) : check.name;
  one.position = check.position;
  if (check.verdict == Verdict::kViolated) FillViolated(scenario, check, one);
  if (check.verdict == Verdict::kInconclusive || check.verdict == Verdict::kError) {
    FillInconclusive(check, one);
  }
  return one;
}

// Whether the scenario did what it is to do, apart from what its checks say.
Case RunCase(const ScenarioRecord& scenario) {
  Case one;
  one.name = "run";
  one.position.file = scenario.file;
  one.duration_us = scenario.duration_us;
  for (const StormStats& storm : scenario.storms) {
    one.output += Format("step {} wave {}: {}\n", storm.step + 1, storm.wave, StormLine(storm));
  }
  for (const std::string& warning : scenario.warnings) one.output += "warning: " + warning + "\n";
  const bool told_by_check =
      scenario.verdict == Verdict::kInconclusive &&
      std::any_of(scenario.checks.begin(), scenario.checks.end(),
                  [](const CheckResult& c) { return c.verdict == Verdict::kInconclusive; });
  const bool could_not =
      scenario.verdict == Verdict::kError || scenario.verdict == Verdict::kInconclusive;
  if (!could_not || told_by_check) return one;
  one.outcome = "error";
  one.type = scenario.verdict == Verdict::kError ? "could_not_run" : "inconclusive";
  one.message = scenario.error;
  one.text = scenario.error;
  if (!scenario.hint.empty()) one.text += "\nhint: " + scenario.hint;
  return one;
}

Case CaseOf(const ScenarioRecord& scenario, const Expectation& expectation) {
  const std::string finding = FindingName(expectation.check, expectation.reason);
  Case one;
  one.name = "finds " + finding;
  one.position = expectation.position;
  if (Appeared(scenario, expectation)) {
    one.output = "found: " + finding + "\n";
    return one;
  }
  // What was not put to the test can be missing without anything being wrong.
  const bool tested = scenario.verdict == Verdict::kHolds || scenario.verdict == Verdict::kViolated;
  one.outcome = tested ? "failure" : "error";
  one.type = tested ? "finding_missing" : std::string(ToString(scenario.verdict));
  one.message = Format("the expected finding {} did not appear", finding);
  return one;
}

Suite SuiteOf(const ScenarioRecord& scenario, const std::string& name) {
  Suite suite{&scenario, name, {}};
  suite.cases.push_back(RunCase(scenario));
  for (const Expectation& expected : scenario.expected) {
    suite.cases.push_back(CaseOf(scenario, expected));
  }
  for (const CheckResult& check : scenario.checks) suite.cases.push_back(CaseOf(scenario, check));
  std::set<std::string> taken;
  for (Case& one : suite.cases) one.name = Unique(taken, OneLine(one.name));
  return suite;
}

std::string Attribute(std::string_view name, std::string_view value) {
  return Format(" {}=\"{}\"", name, EscapeXml(value));
}

std::string Counts(int64_t tests, int64_t failures, int64_t errors) {
  return Format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\"", tests, failures,
                errors);
}

// The text of an element keeps its line ends.
std::string Content(std::string_view text) {
  std::string content = EscapeXml(text);
  constexpr std::string_view kLineFeed = "&#10;";
  for (size_t at = 0; (at = content.find(kLineFeed, at)) != std::string::npos; ++at) {
    content.replace(at, kLineFeed.size(), "\n");
  }
  return content;
}

void WriteCase(const Suite& suite, const Case& one, std::string& out) {
  out += "    <testcase" + Attribute("classname", "paystorm." + suite.name) +
         Attribute("name", one.name) + Attribute("time", Seconds(one.duration_us));
  if (!one.position.file.empty()) out += Attribute("file", one.position.file);
  if (one.position.line > 0) out += Attribute("line", std::to_string(one.position.line));
  if (one.outcome.empty() && one.output.empty()) {
    out += "/>\n";
    return;
  }
  out += ">\n";
  if (!one.outcome.empty()) {
    out += Format("      <{}{}{}>{}</{}>\n", one.outcome, Attribute("type", one.type),
                  Attribute("message", OneLine(one.message)), Content(one.text), one.outcome);
  }
  if (!one.output.empty()) out += "      <system-out>" + Content(one.output) + "</system-out>\n";
  out += "    </testcase>\n";
}

void WriteProperties(const ScenarioRecord& scenario, std::string& out) {
  out += "    <properties>\n";
  const auto property = [&out](std::string_view name, const std::string& value) {
    out += Format("      <property{}{}/>\n", Attribute("name", name), Attribute("value", value));
  };
  property("verdict", std::string(ToString(scenario.verdict)));
  property("proves", scenario.proves);
  property("channel", scenario.channel);
  property("subject", scenario.subject);
  property("seed", std::to_string(scenario.seed));
  property("folder", scenario.folder);
  property("repeat", scenario.repeat);
  out += "    </properties>\n";
}

void WriteSuite(const Suite& suite, std::string& out) {
  const ScenarioRecord& scenario = *suite.scenario;
  out += "  <testsuite" + Attribute("name", suite.name) +
         Counts(static_cast<int64_t>(suite.cases.size()), suite.Count("failure"),
                suite.Count("error")) +
         Attribute("time", Seconds(scenario.duration_us)) +
         Attribute("timestamp", UtcTime(scenario.started_unix_ms));
  if (!scenario.file.empty()) out += Attribute("file", scenario.file);
  out += ">\n";
  WriteProperties(scenario, out);
  for (const Case& one : suite.cases) WriteCase(suite, one, out);
  out += "  </testsuite>\n";
}

}  // namespace

std::string JunitReport::Render(const RunRecord& record) const {
  std::vector<Suite> suites;
  std::set<std::string> taken;
  int64_t tests = 0, failures = 0, errors = 0;
  for (const ScenarioRecord& scenario : record.scenarios) {
    suites.push_back(SuiteOf(scenario, Unique(taken, OneLine(scenario.name))));
    tests += static_cast<int64_t>(suites.back().cases.size());
    failures += suites.back().Count("failure");
    errors += suites.back().Count("error");
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"paystorm\"" +
                    Counts(tests, failures, errors) +
                    Attribute("time", Seconds(record.duration_us)) +
                    Attribute("timestamp", UtcTime(record.started_unix_ms)) + ">\n";
  for (const Suite& suite : suites) WriteSuite(suite, out);
  out += "</testsuites>\n";
  return out;
}

}  // namespace paystorm::reports
