#include "mockgw/channel/wxpay.h"

#include <utility>

#include "mockgw/base/format.h"
#include "mockgw/channel/texts.h"
#include "mockgw/channel/wxpay_body.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

constexpr size_t kMostOrderNo = 32;

// 355 characters, which is no length of base64: the crash a probe exists to find.
std::string ProbeSignature(Random& random) {
  return "WECHATPAY/SIGNTEST/" + random.AlphaNumeric(336);
}

std::string Signature(Variant variant, const ChannelKeys& keys, const std::string& message,
                      Random& random) {
  if (variant == Variant::kProbe) return ProbeSignature(random);
  const auto& own = keys.mode == KeyMode::kCertificate ? keys.platform_key : keys.public_key_pair;
  const auto& key = variant == Variant::kWrongKey ? keys.stranger_key : own;
  std::string signature = crypto::Base64Encode(key->Sign(message));
  return variant == Variant::kTruncatedBase64 ? Truncated(std::move(signature)) : signature;
}

std::string Serial(Variant variant, const ChannelKeys& keys, Random& random) {
  if (variant == Variant::kWrongSerial) return random.UpperHex(40);
  return keys.mode == KeyMode::kCertificate ? keys.certificate_serial : keys.public_key_id;
}

Seal SealOf(Variant variant) {
  if (variant == Variant::kBadTag) return Seal::kBadTag;
  return variant == Variant::kBadAad ? Seal::kBadAad : Seal::kRight;
}

// The gateway's own body about a payment that is a little larger. Changes by hand are left out:
// they could make it the same.
std::string OtherBody(Notification n, const ChannelKeys& keys, uint64_t seed) {
  n.overrides.clear();
  n.amount_minor += 1;
  // Encrypted, and so another text even where the fields are those of the changed body.
  n.notify_id += "-other";
  return WxpayBody(n, keys, seed, Seal::kRight);
}

}  // namespace

std::vector<EventKind> Wxpay::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kRefundSuccess, EventKind::kRefundAbnormal,
          EventKind::kRefundClosed, EventKind::kProfitSharing};
}

std::vector<Shape> Wxpay::shapes() const {
  return {Shape::kPlain,  Shape::kUnknownFields, Shape::kCoupons,     Shape::kSymbols,
          Shape::kQuotes, Shape::kEmoji,         Shape::kMaximalText, Shape::kIndented};
}

std::vector<Variant> Wxpay::variants(EventKind /*kind*/) const {
  return {Variant::kGenuine,   Variant::kUnsigned,       Variant::kWrongKey,     Variant::kTampered,
          Variant::kStale,     Variant::kFuture,         Variant::kWrongSerial,  Variant::kProbe,
          Variant::kOtherBody, Variant::kHeaderOnly,     Variant::kOtherChannel, Variant::kBadTag,
          Variant::kBadAad,    Variant::kTruncatedBase64};
}

std::vector<std::string_view> Wxpay::schedules() const {
  return {"wechat_v3",  "wechat_legacy",  "wechat_coupon_send", "wechat_coupon_use",
          "wechat_edu", "wechat_med_ins", "wechat_papay_sign",  "wechat_transfer"};
}

std::string Wxpay::MissingKey(const ChannelKeys& keys) const {
  if (keys.platform_key == nullptr) return "platform_private.pem";
  if (keys.certificate_serial.empty()) return "platform_cert.pem";
  if (keys.public_key_pair == nullptr) return "pub_key_private.pem";
  if (keys.public_key_id.empty()) return "pub_key_id.txt";
  if (keys.api_v3_key.empty()) return "api_v3_key.txt";
  if (keys.mchid.empty()) return "mchid.txt";
  return keys.appid.empty() ? "appid.txt" : "";
}

Payee Wxpay::payee(const ChannelKeys& keys) const { return {keys.mchid, keys.appid}; }

std::string Wxpay::Refuses(const Notification& n) const {
  if (std::string never = RefusesCommon(*this, n); !never.empty()) return never;
  if (n.order_no.size() > kMostOrderNo) {
    return Format("wxpay takes order numbers of at most {} characters", kMostOrderNo);
  }
  if (n.form == OrderForm::kCombined && !IsPayment(n.kind)) {
    return Format("wxpay tells a {} of each order alone, never combined", ToString(n.kind));
  }
  if (n.form != OrderForm::kCombined && !n.more_orders.empty()) {
    return "wxpay tells several orders at once only when they are combined";
  }
  return {};
}

std::string Wxpay::NotifyId(const Notification& /*notification*/, Random random) const {
  return random.Uuid('5');
}

std::string Wxpay::TradeNo(SystemTime /*created_at*/, Random random) const {
  return "42000" + random.Digits(23);
}

std::string Wxpay::RefundId(SystemTime /*created_at*/, Random random) const {
  return "50" + random.Digits(27);
}

HttpRequest Wxpay::Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                         const std::string& url, uint64_t seed, SystemTime signing_time,
                         Random random) const {
  HttpRequest request;
  request.url = url;
  request.body = WxpayBody(notification, keys, seed, SealOf(variant));
  const std::string request_id = random.UpperHex(40) + "-0";
  const std::string nonce = random.AlphaNumeric(32);
  const auto since_epoch = SignedAt(variant, signing_time).time_since_epoch();
  const std::string timestamp = Format("{}", std::chrono::floor<seconds>(since_epoch).count());
  request.headers = {{"Content-Type", "application/json"}, {"Request-ID", request_id}};
  if (variant == Variant::kUnsigned) return request;
  const std::string signed_body =
      variant == Variant::kOtherBody ? OtherBody(notification, keys, seed) : request.body;
  const std::string message = timestamp + "\n" + nonce + "\n" + signed_body + "\n";
  request.headers.insert(request.headers.end(),
                         {{"Wechatpay-Nonce", nonce},
                          {"Wechatpay-Serial", Serial(variant, keys, random)},
                          {"Wechatpay-Signature", Signature(variant, keys, message, random)},
                          {"Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048"},
                          {"Wechatpay-Timestamp", timestamp}});
  if (variant == Variant::kHeaderOnly) request.body.clear();
  if (variant == Variant::kTampered) {
    // Still JSON of the same length, so that only the signature can tell.
    const size_t year = request.body.find("20", request.body.find("create_time"));
    request.body[year] = '3';
  }
  return request;
}

Judgement Wxpay::Judge(const SendResult& result) const {
  if (auto without = JudgeWithoutAnswer(result)) return *without;
  const int status = result.answer->status;
  const bool taken = status == 200 || status == 204;
  return {taken ? Acknowledgement::kAcknowledged : Acknowledgement::kRefused, false,
          Format("HTTP {}", status)};
}

std::chrono::milliseconds Wxpay::response_limit() const { return seconds(5); }

}  // namespace paystorm::mockgw
