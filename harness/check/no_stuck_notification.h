#ifndef PAYSTORM_HARNESS_CHECK_NO_STUCK_NOTIFICATION_H_
#define PAYSTORM_HARNESS_CHECK_NO_STUCK_NOTIFICATION_H_

#include "harness/check/check.h"

namespace paystorm {

// At the end nothing is in work any more, so no row may say processing; and the gateway comes back
// no more for what it was told is done, so that row may not say failed either.
class NoStuckNotification final : public Check {
 public:
  std::string_view name() const override { return "no_stuck_notification"; }
  std::string_view title() const override {
    return "No notification is left in work or failed for ever.";
  }
  std::vector<std::string_view> reasons() const override { return {"stuck"}; }
  std::vector<std::string_view> needs() const override { return {"notifications"}; }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_NO_STUCK_NOTIFICATION_H_
