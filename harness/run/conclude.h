#ifndef PAYSTORM_HARNESS_RUN_CONCLUDE_H_
#define PAYSTORM_HARNESS_RUN_CONCLUDE_H_

// From check results and what went on to one verdict. Pure.

#include <string>
#include <vector>

#include "harness/record/run_record.h"

namespace paystorm {

// Why a run could not tell although its checks found nothing: a storm that did not overlap, a
// fault that never fired.
struct Doubt {
  std::string what;  // one line
  std::string hint;  // what to change; one line
};

// Fills verdict, summary, error and hint of `record` from its checks and expectations.
//   error set already                          -> error
//   nothing expected, a check is violated      -> violated (whatever the doubts)
//   expected findings, all there and no other  -> holds
//   expected findings, one not there, or another one there -> violated
//   else a check that could not tell, or a doubt -> inconclusive
void Conclude(ScenarioRecord& record, const std::vector<Doubt>& doubts);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_CONCLUDE_H_
