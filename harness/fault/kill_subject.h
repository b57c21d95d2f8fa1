#ifndef PAYSTORM_HARNESS_FAULT_KILL_SUBJECT_H_
#define PAYSTORM_HARNESS_FAULT_KILL_SUBJECT_H_

#include "harness/fault/fault.h"

namespace paystorm {

// The process is killed in the middle of an attempt and started again on the same port.
class KillSubject final : public Fault {
 public:
  std::string_view name() const override { return "kill_subject"; }
  std::string_view title() const override;
  std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_KILL_SUBJECT_H_
