// Proves that the JUnit XML validates against the published XSD, whatever stands in the record,
// that its counts are right, and which verdict becomes a pass, a failure or an error.

#include "reports/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "reports/approval.h"
#include "reports/sample_records.h"

namespace paystorm::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string Render(const RunRecord& record) { return JunitReport().Render(record); }

// xmllint itself; `name` keeps tests that run at the same time apart.
bool Validates(const std::string& name, const std::string& xml) {
  const std::string file = std::string(PAYSTORM_RECEIVED_DIR) + "/junit-" + name + ".xml";
  WriteText(file, xml);
  const std::string command = std::string("'") + PAYSTORM_XMLLINT + "' --noout --nonet --schema '" +
                              PAYSTORM_REPORTS_DIR + "/schema/junit.xsd' '" + file + "' 2>&1";
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
}

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

// The <testcase> of that name, as text.
std::string Case(const std::string& xml, const std::string& name) {
  const size_t at = xml.find(" name=\"" + name + "\"");
  if (at == std::string::npos) return {};
  const size_t begin = xml.rfind("<testcase", at);
  const size_t empty = xml.find("/>", at);
  const size_t head = xml.find('>', at);
  const size_t end = empty < head ? empty : xml.find("</testcase>", at);
  return xml.substr(begin, end - begin);
}

TEST(Junit, EverySampleValidates) {
  for (const NamedRecord& sample : AllSamples()) {
    EXPECT_TRUE(Validates(std::string(sample.name), Render(sample.record))) << sample.name;
  }
  EXPECT_TRUE(Validates("empty", Render(RunRecord())));
}

TEST(Junit, SchemaRefusesWhatWeDoNotWrite) {
  const std::string good = Render(AllHold());
  ASSERT_TRUE(Validates("good", good));
  const auto broken = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  EXPECT_FALSE(Validates("bad-count", broken("tests=\"", "tests=\"many")));
  EXPECT_FALSE(Validates("bad-key", broken("<testcase ", "<testcase colour=\"red\" ")));
  EXPECT_FALSE(Validates("bad-element", broken("<properties>", "<surprise/><properties>")));
  EXPECT_FALSE(Validates("bad-twice", broken("name=\"exactly_once_effect\"",
                                             "name=\"acknowledged_implies_durable\"")));
}

TEST(Junit, CountsWhatItWrites) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string xml = Render(sample.record);
    const std::string head = xml.substr(0, xml.find("<testsuite "));
    const auto says = [&](const char* what, int count) {
      return " " + std::string(what) + "=\"" + std::to_string(count) + "\"";
    };
    EXPECT_THAT(head, HasSubstr(says("tests", Count(xml, "<testcase ")))) << sample.name;
    EXPECT_THAT(head, HasSubstr(says("failures", Count(xml, "<failure ")))) << sample.name;
    EXPECT_THAT(head, HasSubstr(says("errors", Count(xml, "<error ")))) << sample.name;
  }
}

TEST(Junit, FailsAndErrsExactlyWhenTheRunDoesNotHold) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string xml = Render(sample.record);
    const bool clean = Count(xml, "<failure ") + Count(xml, "<error ") == 0;
    EXPECT_EQ(clean, sample.record.verdict() == Verdict::kHolds) << sample.name;
  }
}

TEST(Junit, ViolatedCheckIsAFailureAtItsLine) {
  const std::string one = Case(Render(OneViolated()), "exactly_once_effect");
  EXPECT_THAT(one, HasSubstr("classname=\"paystorm.check-then-act\""));
  EXPECT_THAT(one, HasSubstr("file=\"scenarios/pass/duplicate-storm.yaml\" line=\"14\""));
  EXPECT_THAT(one, HasSubstr("<failure type=\"twice\" message=\"want 1 row in payments for trade "
                             "4200002026A1, got 7 rows\">"));
}

TEST(Junit, ExpectedFindingIsAPassThatTells) {
  const std::string xml = Render(ExpectedFindings());
  const std::string check = Case(xml, "exactly_once_effect");
  EXPECT_THAT(check, Not(HasSubstr("<failure")));
  EXPECT_THAT(check, HasSubstr("<system-out>found as expected: exactly_once_effect twice (A1)"));
  EXPECT_THAT(Case(xml, "finds exactly_once_effect twice"), Not(HasSubstr("<failure")));
}

TEST(Junit, MissingFindingIsAFailure) {
  const std::string one =
      Case(Render(ExpectedFindings()), "finds acknowledged_implies_durable acknowledged_but_lost");
  EXPECT_THAT(one, HasSubstr("<failure type=\"finding_missing\""));
  EXPECT_THAT(one, HasSubstr("line=\"22\""));
}

TEST(Junit, FindingBesidesTheExpectedOneIsAFailure) {
  RunRecord record = ExpectedFindings();
  ScenarioRecord& scenario = record.scenarios[0];
  scenario.checks[0].findings.push_back({"lost", "A9", "a row", "none", {}});
  scenario.verdict = Verdict::kViolated;
  const std::string one = Case(Render(record), "exactly_once_effect");
  EXPECT_THAT(one, HasSubstr("<failure type=\"lost\" message=\"want a row, got none\">"));
  EXPECT_THAT(one, HasSubstr("found as expected: exactly_once_effect twice"));
}

TEST(Junit, InconclusiveIsAnErrorWhereItArose) {
  const std::string xml = Render(CouldNotTell());
  EXPECT_THAT(xml, Not(HasSubstr("<failure")));
  EXPECT_EQ(Count(xml, "<error "), 2);
  EXPECT_THAT(Case(xml, "run"), HasSubstr("<error type=\"inconclusive\""));
  EXPECT_THAT(Case(xml, "event_published_once"), Not(HasSubstr("<error")));
  const std::string second = xml.substr(xml.find("<testsuite name=\"whole-ladder\""));
  EXPECT_THAT(Case(second, "run"), Not(HasSubstr("<error")));
  EXPECT_THAT(Case(second, "event_published_once"), HasSubstr("<error type=\"inconclusive\""));
}

TEST(Junit, CouldNotRunIsAnErrorWithTheHint) {
  const std::string one = Case(Render(CouldNotRun()), "run");
  EXPECT_THAT(one, HasSubstr("<error type=\"could_not_run\" message=\"the subject exited"));
  EXPECT_THAT(one, HasSubstr("hint: choose another port"));
}

TEST(Junit, NamesAreUniqueAlsoWhenScenariosAreNamesakes) {
  RunRecord record = AllHold();
  record.scenarios.push_back(record.scenarios[0]);
  record.scenarios[0].checks.push_back(record.scenarios[0].checks.back());
  const std::string xml = Render(record);
  EXPECT_TRUE(Validates("namesakes", xml));
  EXPECT_THAT(xml, HasSubstr("classname=\"paystorm.duplicate-storm (2)\""));
}

}  // namespace
}  // namespace paystorm::reports
