#ifndef PAYSTORM_HARNESS_FAULT_REJECT_WRITES_H_
#define PAYSTORM_HARNESS_FAULT_REJECT_WRITES_H_

#include "harness/fault/fault.h"

namespace paystorm {

// A business step that fails: every insert into one table is refused by the database.
class RejectWrites final : public Fault {
 public:
  std::string_view name() const override { return "reject_writes"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_REJECT_WRITES_H_
