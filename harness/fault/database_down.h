#ifndef PAYSTORM_HARNESS_FAULT_DATABASE_DOWN_H_
#define PAYSTORM_HARNESS_FAULT_DATABASE_DOWN_H_

#include "harness/fault/fault.h"

namespace paystorm {

// The database server is gone for a span of attempts; committed rows survive.
class DatabaseDown final : public Fault {
 public:
  std::string_view name() const override { return "database_down"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_DATABASE_DOWN_H_
