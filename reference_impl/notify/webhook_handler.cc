#include "notify/webhook_handler.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "notify/fields.h"
#include "notify/json_body.h"
#include "notify/json_reader.h"

namespace paystorm_reference {

using RefundStatus = Notification::RefundStatus;

Extracted ExtractWebhook(std::string_view id, std::string_view body) {
  if (!IsId(id)) return ExtractError{400, "missing or malformed: webhook-id"};
  std::string why;
  const auto payload = ParseObject(body, &why);
  if (!payload) return ExtractError{400, why};
  Notification out;
  out.channel = "standard_webhooks";
  out.notify_id = std::string(id);
  JsonReader outer(*payload);
  out.event_type = outer.Id("type");
  if (!outer.problem().empty()) return ExtractError{400, outer.problem()};
  if (out.event_type == "refund.failed") {
    out.refund_status = RefundStatus::kAbnormal;
  } else if (out.event_type == "refund.canceled") {
    out.refund_status = RefundStatus::kClosed;
  } else if (out.event_type != "refund.succeeded" && out.event_type != "payment.succeeded") {
    return ExtractError{200, "nothing to do about " + out.event_type};
  }
  const nlohmann::json* data = ObjectMember(*payload, "data");
  if (data == nullptr) return ExtractError{400, "missing or malformed: data"};
  JsonReader reader(*data);
  out.order_no = reader.Id("order_no");
  out.trade_no = reader.Id("trade_no");
  out.amount_minor = reader.Positive("amount_minor");
  out.currency = reader.Id("currency");
  if (out.event_type != "payment.succeeded") {
    out.kind = Notification::Kind::kRefund;
    out.refund_id = reader.Id("refund_id");
    out.out_refund_no = reader.Id("out_refund_no");
    out.refund_minor = reader.Positive("refund_minor");
  }
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  return out;
}

Extracted WebhookHandler::Extract(const HttpRequest& request) const {
  return ExtractWebhook(request.Header("webhook-id"), request.body);
}

}  // namespace paystorm_reference
