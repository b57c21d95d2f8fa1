#include "mockgw/channel/stripe.h"

#include <algorithm>

#include "mockgw/base/format.h"
#include "mockgw/channel/stripe_body.h"
#include "mockgw/crypto/digest.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

// The gateway's own body about an earlier change. Changes by hand are left out: they could make it
// the same as `body`.
std::string OtherBody(Notification n, const ChannelKeys& keys, const std::string& body) {
  n.overrides.clear();
  std::string other = body;
  while (other == body) {
    n.created_at -= seconds(1);
    other = StripeBody(n, keys);
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
  if (std::max(n.order_no.size(), n.out_refund_no.size()) > kMostStripeMetadata) {
    return Format("stripe takes metadata of at most {} characters", kMostStripeMetadata);
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
  request.body = StripeBody(notification, keys);
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
