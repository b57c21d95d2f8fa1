#include "mockgw/channel/standard_webhooks.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/digest.h"
#include "mockgw/crypto/ed25519.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

constexpr size_t kMostNote = 500;
constexpr size_t kMostOrderNo = 64;
constexpr std::string_view kSecretPrefix = "whsec_";

std::string_view TypeOf(EventKind kind) {
  switch (kind) {
    case EventKind::kRefundSuccess:
      return "refund.succeeded";
    case EventKind::kRefundAbnormal:
      return "refund.failed";
    case EventKind::kRefundClosed:
      return "refund.canceled";
    default:
      return "payment.succeeded";
  }
}

std::string Body(const Notification& n) {
  Json data;
  data["order_no"] = n.order_no;
  data["trade_no"] = n.trade_no;
  data["amount_minor"] = n.amount_minor;
  data["currency"] = n.currency;
  if (IsRefund(n.kind)) {
    data["refund_id"] = n.refund_id;
    data["out_refund_no"] = n.out_refund_no;
    data["refund_minor"] = n.refund_minor;
  }
  if (n.shape != Shape::kPlain) data["note"] = MerchantText(n.shape, kMostNote);
  Json body;
  body["type"] = TypeOf(n.kind);
  body["timestamp"] = Rfc3339(n.created_at);
  if (n.shape == Shape::kUnknownFields) {
    body["a_field_of_next_year"] = Json{{"nested", Json::array({1, nullptr})}};
    data["another_one"] = "x";
  }
  body["data"] = std::move(data);
  ApplyOverrides(n.overrides, body);
  return n.shape == Shape::kIndented ? DumpJsonIndented(body) : DumpJson(body);
}

// The gateway's own body about a payment that is a little larger. Changes by hand are left out:
// they could make it the same as `body`.
std::string OtherBody(Notification n, const std::string& body) {
  n.overrides.clear();
  std::string other = body;
  while (other == body) {
    n.amount_minor += 1;
    other = Body(n);
  }
  return other;
}

// Still JSON of the same length: another time, or where a change by hand took that away, another
// name of it.
void Tamper(std::string& body) {
  const size_t name = body.find("timestamp");
  const size_t year = body.find("20", name);
  if (year != std::string::npos) {
    body[year] = '3';
  } else {
    body[name] = 'T';
  }
}

// The key is what stands in base64 behind the prefix.
Secret KeyOf(const Secret& secret) {
  if (secret.empty()) return secret;
  auto bytes = crypto::Base64Decode(secret.Reveal().substr(kSecretPrefix.size()));
  CHECK(bytes.has_value()) << "secrets are checked when they are loaded";
  return Secret(*bytes);
}

// "v1,<base64> v1,<base64>", or "v1a,<base64>".
std::string SignatureHeader(Variant variant, const ChannelKeys& keys, const std::string& content) {
  std::string header;
  const auto add = [&](std::string_view version, const std::string& signature) {
    std::string text = crypto::Base64Encode(signature);
    if (variant == Variant::kTruncatedBase64) text = Truncated(std::move(text));
    header += Format("{}{},{}", header.empty() ? "" : " ", version, text);
  };
  if (keys.webhook_asymmetric && variant != Variant::kEmptyKey) {
    const Secret seed =
        variant == Variant::kWrongKey ? KeyOf(keys.stranger_secret) : keys.webhook_ed25519_seed;
    const auto key = crypto::Ed25519PrivateKey::FromSeed(seed);
    CHECK(key.has_value()) << "seeds are checked when they are loaded";
    add("v1a", key->Sign(content));
    return header;
  }
  std::vector<Secret> secrets = keys.webhook_secrets;
  if (variant == Variant::kWrongKey) secrets = {keys.stranger_secret};
  if (variant == Variant::kEmptyKey) secrets = {Secret()};
  for (const Secret& secret : secrets) add("v1", crypto::HmacSha256(KeyOf(secret), content));
  return header;
}

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(x) == lower(y);
  });
}

// Its value in seconds; a date, which is allowed too, is not looked at.
std::optional<seconds> RetryAfter(const HttpAnswer& answer) {
  const int status = answer.status;
  if (status != 429 && status != 502 && status != 503 && status != 504) return std::nullopt;
  for (const auto& [name, value] : answer.headers) {
    if (!SameName(name, "Retry-After")) continue;
    uint32_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size()) return std::nullopt;
    return seconds(number);
  }
  return std::nullopt;
}

}  // namespace

std::vector<EventKind> StandardWebhooks::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kRefundSuccess, EventKind::kRefundAbnormal,
          EventKind::kRefundClosed};
}

std::vector<Shape> StandardWebhooks::shapes() const {
  return {Shape::kPlain, Shape::kUnknownFields, Shape::kSymbols, Shape::kQuotes,
          Shape::kEmoji, Shape::kMaximalText,   Shape::kIndented};
}

std::vector<Variant> StandardWebhooks::variants(EventKind /*kind*/) const {
  return {Variant::kGenuine,      Variant::kUnsigned,       Variant::kWrongKey,
          Variant::kTampered,     Variant::kStale,          Variant::kFuture,
          Variant::kEmptyKey,     Variant::kOtherBody,      Variant::kHeaderOnly,
          Variant::kOtherChannel, Variant::kTruncatedBase64};
}

std::vector<std::string_view> StandardWebhooks::schedules() const { return {"standard_webhooks"}; }

std::string StandardWebhooks::MissingKey(const ChannelKeys& keys) const {
  if (keys.webhook_secrets.empty()) return "webhook_secret.txt";
  return keys.webhook_ed25519_seed.empty() ? "webhook_private_key.txt" : "";
}

Payee StandardWebhooks::payee(const ChannelKeys& /*keys*/) const { return {}; }

std::string StandardWebhooks::Refuses(const Notification& n) const {
  if (std::string never = RefusesCommon(*this, n); !never.empty()) return never;
  if (!n.mchid.empty() || !n.appid.empty()) return "standard_webhooks names no payee";
  if (n.order_no.size() > kMostOrderNo) {
    return Format("standard_webhooks takes order numbers of at most {} characters", kMostOrderNo);
  }
  return {};
}

std::string StandardWebhooks::NotifyId(const Notification& /*n*/, Random random) const {
  return "msg_" + random.AlphaNumeric(27);
}

std::string StandardWebhooks::TradeNo(SystemTime /*created_at*/, Random random) const {
  return "pay_" + random.AlphaNumeric(24);
}

std::string StandardWebhooks::RefundId(SystemTime /*created_at*/, Random random) const {
  return "ref_" + random.AlphaNumeric(24);
}

HttpRequest StandardWebhooks::Build(const Notification& notification, Variant variant,
                                    const ChannelKeys& keys, const std::string& url,
                                    uint64_t /*seed*/, SystemTime signing_time,
                                    Random /*random*/) const {
  HttpRequest request;
  request.url = url;
  request.body = Body(notification);
  request.headers = {{"Content-Type", "application/json"}};
  if (variant == Variant::kUnsigned) return request;
  const std::string signed_body =
      variant == Variant::kOtherBody ? OtherBody(notification, request.body) : request.body;
  const auto since_epoch = SignedAt(variant, signing_time).time_since_epoch();
  const std::string time = Format("{}", std::chrono::floor<seconds>(since_epoch).count());
  const std::string content = notification.notify_id + "." + time + "." + signed_body;
  request.headers.insert(request.headers.end(),
                         {{"webhook-id", notification.notify_id},
                          {"webhook-timestamp", time},
                          {"webhook-signature", SignatureHeader(variant, keys, content)}});
  if (variant == Variant::kHeaderOnly) request.body.clear();
  if (variant == Variant::kTampered) Tamper(request.body);
  return request;
}

Judgement StandardWebhooks::Judge(const SendResult& result) const {
  if (auto without = JudgeWithoutAnswer(result)) return *without;
  const int status = result.answer->status;
  Judgement judgement;
  judgement.acknowledgement =
      status >= 200 && status < 300 ? Acknowledgement::kAcknowledged : Acknowledgement::kRefused;
  judgement.reason = Format("HTTP {}", status);
  judgement.stop = status == 410;
  judgement.retry_after = RetryAfter(*result.answer);
  if (judgement.stop) judgement.reason += ", no more of it";
  if (judgement.retry_after) {
    judgement.reason += Format(", again after {} s", judgement.retry_after->count());
  }
  return judgement;
}

std::chrono::milliseconds StandardWebhooks::response_limit() const { return seconds(20); }

}  // namespace paystorm::mockgw
