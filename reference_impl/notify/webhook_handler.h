#ifndef PAYSTORM_REFERENCE_NOTIFY_WEBHOOK_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_WEBHOOK_HANDLER_H_

#include <string_view>

#include "notify/notify_handler.h"

namespace paystorm_reference {

// Reads a payload of the kind {"type":"payment.succeeded","timestamp":"...","data":{"order_no":
// "T1","trade_no":"pay_1","amount_minor":9900,"currency":"CNY"}}; refund.succeeded, refund.failed
// and refund.canceled carry refund_id, out_refund_no and refund_minor too. `id` is the header
// webhook-id. Any other type asks for nothing.
Extracted ExtractWebhook(std::string_view id, std::string_view body);

// Standard Webhooks: acknowledged by any 2xx. Thread-safe.
class WebhookHandler final : public NotifyHandler {
 public:
  using NotifyHandler::NotifyHandler;

 protected:
  std::string_view channel() const override { return "standard_webhooks"; }
  Extracted Extract(const HttpRequest& request) const override;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_WEBHOOK_HANDLER_H_
