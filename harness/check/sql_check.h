#ifndef PAYSTORM_HARNESS_CHECK_SQL_CHECK_H_
#define PAYSTORM_HARNESS_CHECK_SQL_CHECK_H_

// The check that a person writes as a statement: its one cell, read once a wave, is compared as
// text with what was expected. Pure; the statement was run by a probe.
//
// Reasons: differs, not_one_cell (violated); statement_failed, nothing_examined (inconclusive).

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/evidence.h"
#include "harness/record/run_record.h"
#include "mockgw/base/result.h"
#include "mockgw/base/text_position.h"

namespace paystorm {

// One reading of the statement, its placeholders filled in for that wave.
struct SqlOutcome {
  int wave = 1;           // 1-based
  std::string statement;  // as it was sent
  std::string expected;   // as text; a null cell reads as "NULL"
  Result<Table> read;
};

// The result, complete with name "sql", `statement` (as written) for its title, and its position.
// A reading that differs makes it violated even when another one failed.
CheckResult JudgeSql(std::string_view statement, const std::vector<SqlOutcome>& outcomes,
                     const TextPosition& position);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_SQL_CHECK_H_
