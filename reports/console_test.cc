// Proves that the text on the terminal is complete, fits, and is the same with and without colour,
// whatever stands in the record.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "reports/report.h"
#include "reports/sample_records.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string WithoutColor(const std::string& text) {
  std::string plain;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '\x1B') {
      at = text.find('m', at) + 1;
    } else {
      plain += text[at++];
    }
  }
  return plain;
}

TEST(Console, ColorChangesNoWord) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string plain = RenderConsole(sample.record, false);
    const std::string color = RenderConsole(sample.record, true);
    EXPECT_EQ(WithoutColor(color), plain) << sample.name;
    EXPECT_THAT(plain, Not(HasSubstr("\x1B"))) << sample.name;
    EXPECT_THAT(color, HasSubstr("\x1B[")) << sample.name;
  }
}

TEST(Console, TableFitsTheWidth) {
  for (const int width : {1, 60, 80, 100, 200}) {
    for (const NamedRecord& sample : AllSamples()) {
      std::istringstream lines(RenderConsole(sample.record, false, width));
      std::string line;
      for (size_t i = 0; i <= sample.record.scenarios.size(); ++i) {
        ASSERT_TRUE(std::getline(lines, line));
        EXPECT_LE(DisplayWidth(line), std::max(width, 60)) << sample.name << ": " << line;
      }
    }
  }
}

TEST(Console, EveryLineIsClean) {
  for (const NamedRecord& sample : AllSamples()) {
    const std::string text = RenderConsole(sample.record, false);
    EXPECT_EQ(CleanText(text), text) << sample.name;
    EXPECT_THAT(text, Not(HasSubstr(" \n"))) << sample.name;
  }
}

TEST(Console, ShowsWhatWasFoundWithAtMostFiveRows) {
  const std::string text = RenderConsole(OneViolated(), false);
  EXPECT_THAT(text, HasSubstr("exactly_once_effect twice (A1)\n"
                              "      want  1 row in payments for trade 4200002026A1\n"
                              "      got   7 rows\n"));
  EXPECT_THAT(text, HasSubstr("        5   4200002026A1"));
  EXPECT_THAT(text, Not(HasSubstr("        6   4200002026A1")));
  EXPECT_THAT(text, HasSubstr("        and 2 more\n"));
  EXPECT_THAT(text, HasSubstr("    and 30 more findings\n"));
}

TEST(Console, SaysWhatWasFoundAsExpected) {
  const std::string text = RenderConsole(ExpectedFindings(), false);
  EXPECT_THAT(text, HasSubstr("found: exactly_once_effect twice\n"));
  EXPECT_THAT(text, HasSubstr("  expected and not found: acknowledged_implies_durable "
                              "acknowledged_but_lost\n"));
}

TEST(Console, EndsWithVerdictSeedFolderAndCommand) {
  EXPECT_THAT(RenderConsole(AllHold(), false),
              testing::EndsWith("\nholds - 2 scenarios: 2 hold\n"
                                "seed 42, 4.21 s, exit code 0\n"
                                "run folder: runs/20260102-030405-scenarios\n"
                                "repeat: paystorm run scenarios/pass --seed 42\n"));
}

TEST(Console, SaysThatNothingRan) {
  RunRecord record;
  EXPECT_EQ(RenderConsole(record, false),
            "\nnothing ran - no scenario ran\nseed 0, 0.0 ms, exit code 5\n");
}

}  // namespace
}  // namespace paystorm::reports
