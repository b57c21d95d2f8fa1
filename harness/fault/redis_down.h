#ifndef PAYSTORM_HARNESS_FAULT_REDIS_DOWN_H_
#define PAYSTORM_HARNESS_FAULT_REDIS_DOWN_H_

#include "harness/fault/fault.h"

namespace paystorm {

// Redis is gone for a span of attempts and comes back empty.
class RedisDown final : public Fault {
 public:
  std::string_view name() const override { return "redis_down"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_REDIS_DOWN_H_
