#ifndef PAYSTORM_HARNESS_CHECK_EXACTLY_ONCE_EFFECT_H_
#define PAYSTORM_HARNESS_CHECK_EXACTLY_ONCE_EFFECT_H_

#include "harness/check/check.h"

namespace paystorm {

// For each payment that the subject was genuinely told of: one payment row or one exception row,
// never both; one move of its order from pending to paid when it is booked, none when it is only
// set aside; one payment row for each order. For each refund: one refund row with the last status
// told (a settled one counts over "abnormal", whichever came last), and the order's refunded amount
// is the sum of its successful refunds, less those that an exception row has set aside.
//
// twice: more effect than was told. lost: less, also "none at all". wrong_amount: recorded amount
// or currency is not the gateway's.
class ExactlyOnceEffect final : public Check {
 public:
  std::string_view name() const override { return "exactly_once_effect"; }
  std::string_view title() const override {
    return "Each payment and refund told has exactly one effect, of its own amount.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"twice", "lost", "wrong_amount"};
  }
  std::vector<std::string_view> needs() const override {
    return {"payments", "exceptions", "refunds", "orders", "transitions"};
  }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_EXACTLY_ONCE_EFFECT_H_
