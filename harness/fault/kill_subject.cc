#include "harness/fault/kill_subject.h"

namespace paystorm {

std::string_view KillSubject::title() const {
  return "The server process is killed with an attempt in work and started again on the same port.";
}

std::vector<FaultAction> KillSubject::At(const FaultSpec& spec, Moment moment, int attempt) const {
  const FaultAction restart = {.kind = FaultAction::Kind::kRestartSubject,
                               .table = {},
                               .order = {},
                               .instance = spec.instance};
  if (moment == Moment::kStepEnd) return {restart};
  if (attempt < spec.first_attempt || attempt > spec.last_attempt) return {};
  if (moment == Moment::kInWork) {
    return {{.kind = FaultAction::Kind::kKillSubject,
             .table = {},
             .order = {},
             .instance = spec.instance}};
  }
  if (moment == Moment::kAfterAttempt) return {restart};
  return {};
}

}  // namespace paystorm
