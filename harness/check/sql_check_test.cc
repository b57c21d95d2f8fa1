#include "harness/check/sql_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/check/scene_for_test.h"

namespace paystorm {
namespace {

using testing::ElementsAre;

SqlOutcome Read(int wave, std::vector<std::vector<Cell>> rows) {
  return {wave, "SELECT 1", "1", Table{"result", "", {"COUNT(*)"}, std::move(rows)}};
}

CheckResult Judge(const std::vector<SqlOutcome>& outcomes) {
  return JudgeSql("SELECT {{x}}", outcomes, {"a.yaml", 7, 5});
}

// Proves that equal cells hold in every wave, and what stands in the result.
TEST(SqlCheck, Holds) {
  const CheckResult result = Judge({Read(1, {{"1"}}), Read(2, {{"1"}})});
  EXPECT_EQ(result.verdict, Verdict::kHolds);
  EXPECT_EQ(result.examined, 2);
  EXPECT_EQ(result.name, "sql");
  EXPECT_EQ(result.title, "SELECT {{x}}");
  EXPECT_EQ(result.position.line, 7);
}

// Proves that one wave that differs is named with want, got, statement and row.
TEST(SqlCheck, Differs) {
  const CheckResult result = Judge({Read(1, {{"1"}}), Read(2, {{"2"}})});
  EXPECT_EQ(result.verdict, Verdict::kViolated);
  ASSERT_THAT(Reasons(result), ElementsAre("differs"));
  EXPECT_EQ(result.findings.at(0).about, "wave 2");
  EXPECT_EQ(result.findings.at(0).want, "1");
  EXPECT_EQ(result.findings.at(0).got, "2");
  EXPECT_EQ(result.findings.at(0).rows.at(0).source, "SELECT 1");
  EXPECT_EQ(result.findings.at(0).rows.at(0).At(0, "COUNT(*)"), "2");
}

// Proves that a null cell reads as NULL and is not an empty text.
TEST(SqlCheck, NullCell) {
  EXPECT_EQ(Judge({Read(1, {{std::nullopt}})}).findings.at(0).got, "NULL");
  SqlOutcome expected = Read(1, {{std::nullopt}});
  expected.expected = "NULL";
  EXPECT_EQ(Judge({expected}).verdict, Verdict::kHolds);
  expected.expected = "";
  EXPECT_EQ(Judge({expected}).verdict, Verdict::kViolated);
}

// Proves that no row, two rows and two columns are no answer.
TEST(SqlCheck, NotOneCell) {
  EXPECT_EQ(Judge({Read(1, {})}).findings.at(0).got, "0 rows of 1 column");
  EXPECT_THAT(Reasons(Judge({Read(1, {{"1"}, {"1"}})})), ElementsAre("not_one_cell"));
  SqlOutcome wide{1, "SELECT 1, 2", "1", Table{"result", "", {"a", "b"}, {{"1", "2"}}}};
  EXPECT_THAT(Reasons(Judge({wide})), ElementsAre("not_one_cell"));
  std::vector<std::vector<Cell>> many(50, {"1"});
  EXPECT_EQ(Judge({Read(1, many)}).findings.at(0).rows.at(0).rows.size(), 20u);
}

// Proves that a statement the server refuses is no verdict on the subject, unless another wave
// shows a difference, and that no reading at all is no pass.
TEST(SqlCheck, CannotTell) {
  const SqlOutcome failed{1, "SELEC 1", "1", Invalid("1064: syntax")};
  EXPECT_EQ(Judge({failed, Read(2, {{"1"}})}).verdict, Verdict::kInconclusive);
  EXPECT_THAT(Reasons(Judge({failed})), ElementsAre("statement_failed"));
  EXPECT_EQ(Judge({failed}).findings.at(0).got, "1064: syntax");
  EXPECT_EQ(Judge({failed, Read(2, {{"2"}})}).verdict, Verdict::kViolated);
  EXPECT_THAT(Reasons(Judge({failed, Read(2, {{"2"}})})), ElementsAre("differs"));
  EXPECT_THAT(Reasons(Judge({})), ElementsAre("nothing_examined"));
}

}  // namespace
}  // namespace paystorm
