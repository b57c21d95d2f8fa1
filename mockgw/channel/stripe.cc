#include "mockgw/channel/stripe.h"

#include <algorithm>

#include "mockgw/base/format.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/digest.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

// A date and a train; stripe-go refuses other shapes (webhook/client.go).
constexpr std::string_view kApiVersion = "2026-07-29.dahlia";
constexpr size_t kMostMetadata = 500;

int64_t UnixSeconds(SystemTime time) {
  return std::chrono::floor<seconds>(time.time_since_epoch()).count();
}

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
  if (n.shape != Shape::kPlain) metadata["note"] = MerchantText(n.shape, kMostMetadata);
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

// {"id":"evt_…","object":"event","api_version":"…","created":1700000000,"data":{"object":{…}},
//  "livemode":false,"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"type":"…"}
// (docs.stripe.com/api/events/object)
std::string Body(const Notification& n, const ChannelKeys& keys) {
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

// The gateway's own body about an earlier change. Changes by hand are left out: they could make it
// the same as `body`.
std::string OtherBody(Notification n, const ChannelKeys& keys, const std::string& body) {
  n.overrides.clear();
  std::string other = body;
  while (other == body) {
    n.created_at -= seconds(1);
    other = Body(n, keys);
  }
  return other;
}

// Still the JSON of an event, of the same length: another id, or where a change by hand took that
// away, another name of it.
void Tamper(std::string& body) {
  const size_t id = body.find("evt_1");
  if (id != std::string::npos) {
    body[id + 4] = '2';
  } else {
    body[body.find("\"id\"") + 1] = 'I';
  }
}

// t=1492774577,v1=5257a869…[,v1=…], without blanks (docs.stripe.com/webhooks).
std::string SignatureHeader(Variant variant, const ChannelKeys& keys, int64_t time,
                            const std::string& body) {
  std::vector<Secret> secrets = keys.stripe_secrets;
  if (variant == Variant::kWrongKey) secrets = {keys.stranger_secret};
  if (variant == Variant::kEmptyKey) secrets = {Secret()};
  std::string header = Format("t={}", time);
  for (const Secret& secret : secrets) {
    // The secret is the whole text, whsec_ included; nothing of it is decoded.
    std::string v1 = crypto::LowerHex(crypto::HmacSha256(secret, Format("{}.{}", time, body)));
    if (variant == Variant::kTruncatedBase64) v1.pop_back();
    header += ",v1=" + v1;
  }
  return header;
}

}  // namespace

std::vector<EventKind> Stripe::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kChargeSucceeded, EventKind::kCheckoutCompleted,
          EventKind::kRefundSuccess,  EventKind::kRefundAbnormal,  EventKind::kRefundClosed};
}

std::vector<Shape> Stripe::shapes() const {
  return {Shape::kPlain, Shape::kUnknownFields, Shape::kSymbols, Shape::kQuotes,
          Shape::kEmoji, Shape::kMaximalText,   Shape::kIndented};
}

std::vector<Variant> Stripe::variants(EventKind /*kind*/) const {
  return {Variant::kGenuine,      Variant::kUnsigned,       Variant::kWrongKey,
          Variant::kTampered,     Variant::kStale,          Variant::kFuture,
          Variant::kEmptyKey,     Variant::kOtherBody,      Variant::kHeaderOnly,
          Variant::kOtherChannel, Variant::kTruncatedBase64};
}

std::vector<std::string_view> Stripe::schedules() const {
  return {"stripe_live", "stripe_sandbox"};
}

std::string Stripe::MissingKey(const ChannelKeys& keys) const {
  if (keys.stripe_secrets.empty()) return "stripe_secret.txt";
  return keys.stripe_account.empty() ? "stripe_account.txt" : "";
}

Payee Stripe::payee(const ChannelKeys& keys) const { return {keys.stripe_account, ""}; }

std::string Stripe::Refuses(const Notification& n) const {
  if (std::string never = RefusesCommon(*this, n); !never.empty()) return never;
  if (!n.appid.empty()) return "stripe names an account and no appid";
  if (std::max(n.order_no.size(), n.out_refund_no.size()) > kMostMetadata) {
    return Format("stripe takes metadata of at most {} characters", kMostMetadata);
  }
  return {};
}

std::string Stripe::NotifyId(const Notification& /*n*/, Random random) const {
  return "evt_1" + random.AlphaNumeric(23);
}

std::string Stripe::TradeNo(SystemTime /*created_at*/, Random random) const {
  return "pi_3" + random.AlphaNumeric(23);
}

std::string Stripe::RefundId(SystemTime /*created_at*/, Random random) const {
  return "re_3" + random.AlphaNumeric(23);
}

HttpRequest Stripe::Build(const Notification& notification, Variant variant,
                          const ChannelKeys& keys, const std::string& url, uint64_t /*seed*/,
                          SystemTime signing_time, Random /*random*/) const {
  HttpRequest request;
  request.url = url;
  request.body = Body(notification, keys);
  request.headers = {{"Accept", "*/*; q=0.5, application/xml"},
                     {"Cache-Control", "no-cache"},
                     {"Content-Type", "application/json; charset=utf-8"},
                     {"User-Agent", "Stripe/1.0 (+https://stripe.com/docs/webhooks)"}};
  if (variant == Variant::kUnsigned) return request;
  const std::string signed_body =
      variant == Variant::kOtherBody ? OtherBody(notification, keys, request.body) : request.body;
  const int64_t time = UnixSeconds(SignedAt(variant, signing_time));
  request.headers.emplace_back("Stripe-Signature",
                               SignatureHeader(variant, keys, time, signed_body));
  if (variant == Variant::kHeaderOnly) request.body.clear();
  if (variant == Variant::kTampered) Tamper(request.body);
  return request;
}

Judgement Stripe::Judge(const SendResult& result) const {
  if (auto without = JudgeWithoutAnswer(result)) return *without;
  const int status = result.answer->status;
  const bool taken = status >= 200 && status < 300;
  return {taken ? Acknowledgement::kAcknowledged : Acknowledgement::kRefused, false,
          Format("HTTP {}", status)};
}

std::chrono::milliseconds Stripe::response_limit() const { return seconds(20); }

}  // namespace paystorm::mockgw
