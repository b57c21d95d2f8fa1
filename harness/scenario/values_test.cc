#include "harness/scenario/values.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/scenario/variables.h"

namespace paystorm {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

// Proves that a time needs exactly digits and one unit, by the four units and what is near them.
TEST(Values, DurationsAreDigitsAndOneUnit) {
  EXPECT_EQ(ParseDuration("250ms"), milliseconds(250));
  EXPECT_EQ(ParseDuration("5s"), seconds(5));
  EXPECT_EQ(ParseDuration("3m"), seconds(180));
  EXPECT_EQ(ParseDuration("24h"), hours(24));
  EXPECT_EQ(ParseDuration("0ms"), milliseconds(0));
  for (const char* wrong : {"", "5", "s", "5 s", "-5s", "1.5s", "1h30m", "5S", "5d", "+5s", " 5s",
                            "99999999999999999999s", "9000000000h", "0x5s"}) {
    EXPECT_FALSE(ParseDuration(wrong)) << wrong;
  }
}

// Proves that a time prints in its largest whole unit and reads back, over values of each unit.
TEST(Values, DurationsPrintAsTheyAreRead) {
  for (const char* text : {"0ms", "1ms", "1500ms", "90s", "2m", "24h", "1444m"}) {
    EXPECT_EQ(FormatDuration(*ParseDuration(text)), text);
  }
  EXPECT_EQ(FormatDuration(milliseconds(60000)), "1m");
}

// Proves that a whole number is digits and nothing else, by both ends of its range.
TEST(Values, IntegersAreDigits) {
  EXPECT_EQ(ParseInteger("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(ParseInteger("-1"), -1);
  for (const char* wrong :
       {"", "-", "+1", "1.0", "1e3", "0x1", "9223372036854775808", "1 ", "1_0"}) {
    EXPECT_FALSE(ParseInteger(wrong)) << wrong;
  }
}

// Proves that attempts are one or an ascending range from 1 to 1000.
TEST(Values, AttemptsAreOneOrARange) {
  EXPECT_EQ(ParseAttempts("2")->first, 2);
  EXPECT_EQ(ParseAttempts("2")->last, 2);
  EXPECT_EQ(ParseAttempts("1-1000")->last, 1000);
  for (const char* wrong : {"", "0", "-1", "1-", "-", "2-1", "1-1001", "1-2-3", "1 - 2", "a"}) {
    EXPECT_FALSE(ParseAttempts(wrong)) << wrong;
  }
}

// Proves the words' shapes by one of each kind that just is and just is not.
TEST(Values, WordsHaveTheirShapes) {
  EXPECT_TRUE(IsLabel("paid_2-a"));
  EXPECT_TRUE(IsLabel(std::string(40, 'a')));
  for (const std::string& wrong : {std::string(), std::string("2a"), std::string("Paid"),
                                   std::string("a.b"), std::string(41, 'a')}) {
    EXPECT_FALSE(IsLabel(wrong)) << wrong;
  }
  EXPECT_TRUE(IsScenarioName("1-a"));
  EXPECT_FALSE(IsScenarioName("a_b"));
  EXPECT_FALSE(IsScenarioName(std::string(65, 'a')));
  EXPECT_TRUE(IsTableName("Payment_record2"));
  EXPECT_FALSE(IsTableName("2a"));
  EXPECT_FALSE(IsTableName("a`b"));
  EXPECT_TRUE(IsCurrency("CNY"));
  EXPECT_FALSE(IsCurrency("CNYX"));
}

// Proves the four ways to be one edit away, and that distance is symmetric.
TEST(Values, EditDistanceCountsSlips) {
  EXPECT_EQ(EditDistance("deliver", "deliver"), 0u);
  EXPECT_EQ(EditDistance("delivr", "deliver"), 1u);
  EXPECT_EQ(EditDistance("deliverr", "deliver"), 1u);
  EXPECT_EQ(EditDistance("delifer", "deliver"), 1u);
  EXPECT_EQ(EditDistance("delivre", "deliver"), 1u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", "xyz"), EditDistance("xyz", "abc"));
}

// Proves that a near word is offered, that else a short list is, and a long list never.
TEST(Values, SuggestsTheNearestOrListsAll) {
  const std::vector<std::string> known = {"once", "wechat_v3"};
  EXPECT_EQ(Suggestion("wechat_v2", known), ", did you mean \"wechat_v3\"?");
  EXPECT_EQ(Suggestion("twice-a-day", known), "; known here: once, wechat_v3");
  EXPECT_EQ(Suggestion("x", std::vector<std::string>(21, "abcdef")), "");
  EXPECT_EQ(Suggestion("x", std::vector<std::string>()), "");
}

// Proves that variables are replaced, that `$${` escapes, and that a lone `$` means nothing.
TEST(Values, VariablesAreReplaced) {
  ASSERT_EQ(setenv("PAYSTORM_TEST_VALUE", "a: \"b\"", 1), 0);
  const VariableReplacement two =
      ReplaceVariables("x${PAYSTORM_TEST_VALUE}y${PAYSTORM_TEST_VALUE}");
  EXPECT_EQ(two.text, "xa: \"b\"ya: \"b\"");
  EXPECT_TRUE(two.replaced);
  const VariableReplacement none = ReplaceVariables("$5 $x $${HOME} $$ {} $");
  EXPECT_EQ(none.text, "$5 $x ${HOME} $$ {} $");
  EXPECT_FALSE(none.replaced);
  EXPECT_NE(ReplaceVariables("a${}").problem, "");
  EXPECT_EQ(ReplaceVariables("a${").at, "${");
}

}  // namespace
}  // namespace paystorm
