#include "harness/fault/database_down.h"

namespace paystorm {

std::string_view DatabaseDown::title() const {
  return "The database server is killed and comes back with its committed rows.";
}

std::vector<FaultAction> DatabaseDown::At(const FaultSpec& spec, Moment moment, int attempt) const {
  return OverAttempts(spec, moment, attempt,
                      {.kind = FaultAction::Kind::kStopDatabase, .table = {}, .order = {}},
                      {.kind = FaultAction::Kind::kStartDatabase, .table = {}, .order = {}});
}

}  // namespace paystorm
