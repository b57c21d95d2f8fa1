#ifndef PAYSTORM_HARNESS_CHECK_ACKNOWLEDGED_IMPLIES_DURABLE_H_
#define PAYSTORM_HARNESS_CHECK_ACKNOWLEDGED_IMPLIES_DURABLE_H_

#include "harness/check/check.h"

namespace paystorm {

// After a success answer the gateway asks no more. So each acknowledged payment must have a payment
// or exception row, each acknowledged refund its row (settled, if that was told), and where the
// subject keeps a row of the notification, that row must be done.
class AcknowledgedImpliesDurable final : public Check {
 public:
  std::string_view name() const override { return "acknowledged_implies_durable"; }
  std::string_view title() const override {
    return "What was acknowledged to the gateway has its durable effect.";
  }
  std::vector<std::string_view> reasons() const override { return {"acknowledged_but_lost"}; }
  std::vector<std::string_view> needs() const override {
    return {"payments", "exceptions", "refunds", "notifications"};
  }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_ACKNOWLEDGED_IMPLIES_DURABLE_H_
