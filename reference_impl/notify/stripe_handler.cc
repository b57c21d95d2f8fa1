#include "notify/stripe_handler.h"

#include <cctype>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "notify/json_body.h"
#include "notify/json_reader.h"

namespace paystorm_reference {
namespace {

using nlohmann::json;
using RefundStatus = Notification::RefundStatus;

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

// Which members of its object an event keeps the payment in.
struct PaymentShape {
  const char* trade_no;
  const char* amount;
};

std::optional<PaymentShape> PaymentShapeOf(std::string_view type) {
  if (type == "payment_intent.succeeded") return PaymentShape{"id", "amount_received"};
  if (type == "charge.succeeded") return PaymentShape{"payment_intent", "amount_captured"};
  if (type == "checkout.session.completed") return PaymentShape{"payment_intent", "amount_total"};
  return std::nullopt;
}

Extracted ReadPayment(Notification out, const json& object, const PaymentShape& shape) {
  if (out.event_type == "checkout.session.completed" &&
      TextMember(object, "payment_status") != "paid") {
    return ExtractError{200, "the session is not paid yet"};
  }
  JsonReader reader(object);
  out.trade_no = reader.Id(shape.trade_no);
  out.amount_minor = reader.Positive(shape.amount);
  out.currency = Upper(reader.Id("currency"));
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  return out;
}

Extracted ReadRefund(Notification out, const json& object, const json& metadata) {
  const std::string status = TextMember(object, "status").value_or("");
  if (status == "succeeded") {
    out.refund_status = RefundStatus::kSuccess;
  } else if (status == "failed") {
    out.refund_status = RefundStatus::kAbnormal;
  } else if (status == "canceled") {
    out.refund_status = RefundStatus::kClosed;
  } else {
    return ExtractError{200, "the refund is still under way"};
  }
  out.kind = Notification::Kind::kRefund;
  JsonReader reader(object);
  out.trade_no = reader.Id("payment_intent");
  out.refund_id = reader.Id("id");
  out.refund_minor = reader.Positive("amount");
  out.currency = Upper(reader.Id("currency"));
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  out.out_refund_no = TextMember(metadata, "out_refund_no").value_or(out.refund_id);
  return out;
}

}  // namespace

Extracted ExtractStripe(std::string_view body) {
  std::string why;
  const auto event = ParseObject(body, &why);
  if (!event) return ExtractError{400, why};
  JsonReader reader(*event);
  Notification out;
  out.channel = "stripe";
  out.notify_id = reader.Id("id");
  out.event_type = reader.Id("type");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  const auto payment = PaymentShapeOf(out.event_type);
  const bool refund = out.event_type == "refund.created" || out.event_type == "refund.updated" ||
                      out.event_type == "refund.failed";
  if (!payment && !refund) return ExtractError{200, "nothing to do about " + out.event_type};

  const json* data = ObjectMember(*event, "data");
  const json* object = data == nullptr ? nullptr : ObjectMember(*data, "object");
  const json* metadata = object == nullptr ? nullptr : ObjectMember(*object, "metadata");
  if (metadata == nullptr) return ExtractError{400, "missing or malformed: data.object.metadata"};
  JsonReader named(*metadata);
  out.order_no = named.Id("order_no");
  if (!named.problem().empty()) return ExtractError{400, named.problem()};
  out.mchid = TextMember(*event, "account").value_or("");
  return payment ? ReadPayment(std::move(out), *object, *payment)
                 : ReadRefund(std::move(out), *object, *metadata);
}

Extracted StripeHandler::Extract(const HttpRequest& request) const {
  return ExtractStripe(request.body);
}

HttpResponse StripeHandler::Answer(const Outcome& outcome) const {
  nlohmann::ordered_json body;
  if (outcome.acknowledged) {
    body["received"] = true;
  } else {
    body["error"] = outcome.message;
  }
  return {outcome.status, body.dump(-1, ' ', false, json::error_handler_t::replace)};
}

}  // namespace paystorm_reference
