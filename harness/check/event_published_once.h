#ifndef PAYSTORM_HARNESS_CHECK_EVENT_PUBLISHED_ONCE_H_
#define PAYSTORM_HARNESS_CHECK_EVENT_PUBLISHED_ONCE_H_

#include "harness/check/check.h"

namespace paystorm {

// Events are matched by the last part of their key: the trade number (order.paid) or the refund id
// (order.refunded, for refund rows with status SUCCESS that no exception row has set aside). Other
// types of events are not looked at.
//
// published_uncommitted: an event with no row behind it.
class EventPublishedOnce final : public Check {
 public:
  std::string_view name() const override { return "event_published_once"; }
  std::string_view title() const override {
    return "Each booked payment and refund is published once, and nothing else is.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"published_twice", "never_published", "published_uncommitted"};
  }
  std::vector<std::string_view> needs() const override {
    return {"events", "payments", "refunds", "exceptions"};
  }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_EVENT_PUBLISHED_ONCE_H_
