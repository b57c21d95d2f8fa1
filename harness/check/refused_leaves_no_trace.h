#ifndef PAYSTORM_HARNESS_CHECK_REFUSED_LEAVES_NO_TRACE_H_
#define PAYSTORM_HARNESS_CHECK_REFUSED_LEAVES_NO_TRACE_H_

#include "harness/check/check.h"

namespace paystorm {

// Looks at every delivery that is not genuine, and at every notification that must be refused
// because none of its deliveries was genuine or because its content is wrong.
//
// forged_acknowledged: one was acknowledged. trace_left: a row stands for one that must be refused,
// or its order moved and nothing genuine explains the move.
class RefusedLeavesNoTrace final : public Check {
 public:
  std::string_view name() const override { return "refused_leaves_no_trace"; }
  std::string_view title() const override {
    return "What must be refused is not acknowledged and leaves no row.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"forged_acknowledged", "trace_left"};
  }
  std::vector<std::string_view> needs() const override {
    return {"payments", "refunds", "notifications", "exceptions", "outbox", "transitions"};
  }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_REFUSED_LEAVES_NO_TRACE_H_
