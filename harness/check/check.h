#ifndef PAYSTORM_HARNESS_CHECK_CHECK_H_
#define PAYSTORM_HARNESS_CHECK_CHECK_H_

// A Check judges: a pure function of the gateway book, the history and the evidence.
// It names what it wanted, what it got, and shows the rows. It never guesses: what it cannot see
// is inconclusive, never a pass.
//
// Immutable; all methods may be called from many threads at once.

#include <string>
#include <string_view>
#include <vector>

#include "harness/record/evidence.h"
#include "harness/record/history.h"
#include "harness/record/run_record.h"
#include "mockgw/book/book.h"

namespace paystorm {

struct CheckInput {
  const mockgw::Book& book;
  const std::vector<Event>& history;
  const Evidence& evidence;
};

class Check {
 public:
  virtual ~Check() = default;

  // As in YAML, e.g. "exactly_once_effect".
  virtual std::string_view name() const = 0;
  // One sentence: what holds when it holds.
  virtual std::string_view title() const = 0;
  // The reasons its findings can carry.
  virtual std::vector<std::string_view> reasons() const = 0;
  // Evidence tables it needs; when one is missing, RunCheck makes it inconclusive without calling
  // Judge.
  virtual std::vector<std::string_view> needs() const = 0;
  // Fills verdict, findings, examined. name, title and position are filled by RunCheck.
  virtual CheckResult Judge(const CheckInput& input) const = 0;
};

// The check of that name, or null. Lives for ever.
const Check* FindCheck(std::string_view name);
// All, sorted by name.
std::vector<const Check*> AllChecks();

// Judge() with the needs looked after: a missing table, or nothing examined at all, is
// inconclusive (reason "evidence_missing", "nothing_examined"). Cuts findings to 20 and their rows
// to 20, and counts them all in findings_total.
CheckResult RunCheck(const Check& check, const CheckInput& input, const TextPosition& position);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_CHECK_H_
