#include "mockgw/channel/stripe_body.h"

#include <utility>

#include "mockgw/base/json.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"

namespace paystorm::mockgw {
namespace {

// A date and a train; stripe-go refuses other shapes (webhook/client.go).
constexpr std::string_view kApiVersion = "2026-07-29.dahlia";
std::string Lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// The same payment has the same charge and session, whichever event tells of it.
std::string Sibling(const Notification& n, std::string_view prefix) {
  return std::string(prefix) + n.trade_no.substr(n.trade_no.find('_') + 1);
}

Json Metadata(const Notification& n) {
  Json metadata;
  metadata["order_no"] = n.order_no;
  if (!n.out_refund_no.empty()) metadata["out_refund_no"] = n.out_refund_no;
  if (n.shape != Shape::kPlain) metadata["note"] = MerchantText(n.shape, kMostStripeMetadata);
  return metadata;
}

Json PaymentIntent(const Notification& n) {
  return Json{{"id", n.trade_no},
              {"object", "payment_intent"},
              {"amount", n.amount_minor},
              {"amount_received", n.amount_minor},
              {"currency", Lower(n.currency)},
              {"created", UnixSeconds(n.created_at)},
              {"latest_charge", Sibling(n, "ch_")},
              {"livemode", false},
              {"metadata", Metadata(n)},
              {"status", "succeeded"}};
}

Json Charge(const Notification& n) {
  return Json{{"id", Sibling(n, "ch_")},
              {"object", "charge"},
              {"amount", n.amount_minor},
              {"amount_captured", n.amount_minor},
              {"amount_refunded", 0},
              {"captured", true},
              {"currency", Lower(n.currency)},
              {"created", UnixSeconds(n.created_at)},
              {"livemode", false},
              {"metadata", Metadata(n)},
              {"paid", true},
              {"payment_intent", n.trade_no},
              {"status", "succeeded"}};
}

Json Session(const Notification& n) {
  return Json{{"id", Sibling(n, "cs_test_")},
              {"object", "checkout.session"},
              {"amount_subtotal", n.amount_minor},
              {"amount_total", n.amount_minor},
              {"client_reference_id", n.order_no},
              {"currency", Lower(n.currency)},
              {"created", UnixSeconds(n.created_at)},
              {"livemode", false},
              {"metadata", Metadata(n)},
              {"mode", "payment"},
              {"payment_intent", n.trade_no},
              {"payment_status", "paid"},
              {"status", "complete"}};
}

std::string_view RefundStatus(EventKind kind) {
  if (kind == EventKind::kRefundSuccess) return "succeeded";
  return kind == EventKind::kRefundAbnormal ? "failed" : "canceled";
}

Json Refund(const Notification& n) {
  Json refund = {{"id", n.refund_id},
                 {"object", "refund"},
                 {"amount", n.refund_minor},
                 {"charge", Sibling(n, "ch_")},
                 {"currency", Lower(n.currency)},
                 {"created", UnixSeconds(n.created_at)},
                 {"metadata", Metadata(n)},
                 {"payment_intent", n.trade_no},
                 {"reason", nullptr},
                 {"status", RefundStatus(n.kind)}};
  if (n.kind == EventKind::kRefundAbnormal) refund["failure_reason"] = "lost_or_stolen_card";
  return refund;
}

std::string_view TypeOf(EventKind kind) {
  switch (kind) {
    case EventKind::kChargeSucceeded:
      return "charge.succeeded";
    case EventKind::kCheckoutCompleted:
      return "checkout.session.completed";
    case EventKind::kRefundAbnormal:
      return "refund.failed";
    case EventKind::kRefundSuccess:
    case EventKind::kRefundClosed:
      return "refund.updated";
    default:
      return "payment_intent.succeeded";
  }
}

Json ObjectOf(const Notification& n) {
  if (IsRefund(n.kind)) return Refund(n);
  if (n.kind == EventKind::kChargeSucceeded) return Charge(n);
  return n.kind == EventKind::kCheckoutCompleted ? Session(n) : PaymentIntent(n);
}

}  // namespace

int64_t UnixSeconds(SystemTime time) {
  return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::string StripeBody(const Notification& n, const ChannelKeys& keys) {
  Json data = {{"object", ObjectOf(n)}};
  if (TypeOf(n.kind) == "refund.updated") {
    data["previous_attributes"] = Json{{"status", "pending"}};
  }
  Json event;
  event["id"] = n.notify_id;
  event["object"] = "event";
  event["account"] = OrElse(n.mchid, keys.stripe_account);
  event["api_version"] = kApiVersion;
  event["created"] = UnixSeconds(n.created_at);
  if (n.shape == Shape::kUnknownFields) {
    event["a_field_of_next_year"] = Json{{"nested", Json::array({1, nullptr})}};
    data["object"]["another_one"] = "x";
  }
  event["data"] = std::move(data);
  event["livemode"] = false;
  event["pending_webhooks"] = 1;
  event["request"] = Json{{"id", nullptr}, {"idempotency_key", nullptr}};
  event["type"] = TypeOf(n.kind);
  ApplyOverrides(n.overrides, event);
  return n.shape == Shape::kIndented ? DumpJsonIndented(event) : DumpJson(event);
}

}  // namespace paystorm::mockgw
