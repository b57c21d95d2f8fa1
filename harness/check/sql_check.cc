#include "harness/check/sql_check.h"

#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

Table FirstRows(const Table& table, const std::string& statement) {
  Table shown = table;
  if (shown.rows.size() > kRowsShown) shown.rows.resize(kRowsShown);
  shown.source = statement;
  return shown;
}

}  // namespace

CheckResult JudgeSql(std::string_view statement, const std::vector<SqlOutcome>& outcomes,
                     const TextPosition& position) {
  CheckResult result;
  std::vector<Finding> doubts;
  for (const SqlOutcome& outcome : outcomes) {
    ++result.examined;
    const std::string about = outcomes.size() > 1 ? Format("wave {}", outcome.wave) : "";
    if (!outcome.read) {
      doubts.push_back({"statement_failed",
                        about,
                        outcome.expected,
                        outcome.read.error().message,
                        {Table{"statement", outcome.statement, {}, {}}}});
      continue;
    }
    const Table& table = *outcome.read;
    if (table.rows.size() != 1 || table.rows[0].size() != 1) {
      AddFinding(result, {"not_one_cell",
                          about,
                          Format("{}: one row of one column", outcome.expected),
                          Format("{} of {}", Count(table.rows.size(), "row"),
                                 Count(table.columns.size(), "column")),
                          {FirstRows(table, outcome.statement)}});
      continue;
    }
    const std::string got = table.rows[0][0].value_or("NULL");
    if (got == outcome.expected) continue;
    AddFinding(result,
               {"differs", about, outcome.expected, got, {FirstRows(table, outcome.statement)}});
  }
  if (outcomes.empty()) {
    doubts.push_back({"nothing_examined", "", "a reading", "the statement was never run", {}});
  }
  if (result.verdict == Verdict::kHolds && !doubts.empty()) {
    for (Finding& doubt : doubts) AddFinding(result, std::move(doubt));
    result.verdict = Verdict::kInconclusive;
  }
  result.name = "sql";
  result.title = statement;
  result.position = position;
  return result;
}

}  // namespace paystorm
