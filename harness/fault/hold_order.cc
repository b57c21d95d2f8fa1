#include "harness/fault/hold_order.h"

namespace paystorm {

std::string_view HoldOrder::title() const {
  return "Another transaction holds the row of an order until the step has done what it wants "
         "meanwhile.";
}

std::vector<FaultAction> HoldOrder::At(const FaultSpec& spec, Moment moment, int attempt) const {
  return OverAttempts(spec, moment, attempt,
                      {.kind = FaultAction::Kind::kHoldOrder, .table = {}, .order = spec.order},
                      {.kind = FaultAction::Kind::kReleaseOrder, .table = {}, .order = spec.order});
}

}  // namespace paystorm
