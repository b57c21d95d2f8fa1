#ifndef PAYSTORM_REFERENCE_NOTIFY_STRIPE_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_STRIPE_HANDLER_H_

#include <string_view>

#include "notify/notify_handler.h"

namespace paystorm_reference {

// Reads an event. payment_intent.succeeded, charge.succeeded and a paid checkout.session.completed
// all say that the same payment was made: trade_no is the payment intent's id in each, so that one
// of them has the effect and the others find it there. refund.created, refund.updated and
// refund.failed go by the refund's status. The order's number is metadata.order_no. Any other
// event asks for nothing.
Extracted ExtractStripe(std::string_view body);

// Stripe: acknowledged by any 2xx. Thread-safe.
class StripeHandler final : public NotifyHandler {
 public:
  using NotifyHandler::NotifyHandler;

 protected:
  std::string_view channel() const override { return "stripe"; }
  Extracted Extract(const HttpRequest& request) const override;
  HttpResponse Answer(const Outcome& outcome) const override;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_STRIPE_HANDLER_H_
