#ifndef PAYSTORM_HARNESS_FAULT_REDIS_EMPTIED_H_
#define PAYSTORM_HARNESS_FAULT_REDIS_EMPTIED_H_

#include "harness/fault/fault.h"

namespace paystorm {

// All keys of Redis vanish while an attempt is in work; in a storm again and again.
class RedisEmptied final : public Fault {
 public:
  std::string_view name() const override { return "redis_emptied"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_REDIS_EMPTIED_H_
