#ifndef PAYSTORM_HARNESS_CHECK_CONVERGES_H_
#define PAYSTORM_HARNESS_CHECK_CONVERGES_H_

#include "harness/check/check.h"

namespace paystorm {

// never_acknowledged: a notification that must be accepted was refused to the last.
// refused_after_success: a genuine delivery outside a storm began after an acknowledged one of the
// same notification had ended, and was refused although no fault was on.
class Converges final : public Check {
 public:
  std::string_view name() const override { return "converges"; }
  std::string_view title() const override {
    return "Each notification ends in an acknowledgement, and later copies get one too.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"never_acknowledged", "refused_after_success"};
  }
  std::vector<std::string_view> needs() const override { return {}; }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_CONVERGES_H_
