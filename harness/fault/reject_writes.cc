#include "harness/fault/reject_writes.h"

namespace paystorm {

std::string_view RejectWrites::title() const {
  return "The database refuses every insert into one table.";
}

std::vector<FaultAction> RejectWrites::At(const FaultSpec& spec, Moment moment, int attempt) const {
  return OverAttempts(spec, moment, attempt,
                      {.kind = FaultAction::Kind::kRejectWrites, .table = spec.table, .order = {}},
                      {.kind = FaultAction::Kind::kAllowWrites, .table = spec.table, .order = {}});
}

}  // namespace paystorm
