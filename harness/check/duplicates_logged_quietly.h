#ifndef PAYSTORM_HARNESS_CHECK_DUPLICATES_LOGGED_QUIETLY_H_
#define PAYSTORM_HARNESS_CHECK_DUPLICATES_LOGGED_QUIETLY_H_

#include "harness/check/check.h"

namespace paystorm {

// Looks at the notifications that were acknowledged. Those acknowledged more than once must have a
// line at info, "duplicate notification skipped", with channel, notify id and order number.
//
// logged_as_error: the log names such a notification at warn or error more often, with one message,
// than it had deliveries that were not acknowledged: an acknowledged one was logged so. A failed
// business step may be an error. not_logged: the line is not there.
class DuplicatesLoggedQuietly final : public Check {
 public:
  std::string_view name() const override { return "duplicates_logged_quietly"; }
  std::string_view title() const override {
    return "Duplicates are logged at info and never as an error.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"logged_as_error", "not_logged"};
  }
  std::vector<std::string_view> needs() const override { return {"subject_log"}; }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_DUPLICATES_LOGGED_QUIETLY_H_
