#ifndef PAYSTORM_HARNESS_FAULT_HOLD_ORDER_H_
#define PAYSTORM_HARNESS_FAULT_HOLD_ORDER_H_

#include "harness/fault/fault.h"

namespace paystorm {

// A second connection holds the lock of an order row while an attempt is in work.
class HoldOrder final : public Fault {
 public:
  std::string_view name() const override { return "hold_order"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_HOLD_ORDER_H_
