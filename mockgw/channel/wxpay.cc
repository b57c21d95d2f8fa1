#include "mockgw/channel/wxpay.h"

#include "mockgw/base/format.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/aes_gcm.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

// Receivers refuse more than 300 s; 301 is refused by every rule that is in use.
constexpr seconds kOutOfTolerance{301};

Json PaymentPlain(const Notification& n, const ChannelKeys& keys) {
  Json plain;
  plain["mchid"] = OrElse(n.mchid, keys.mchid);
  plain["appid"] = OrElse(n.appid, keys.appid);
  plain["out_trade_no"] = n.order_no;
  plain["transaction_id"] = n.trade_no;
  plain["trade_type"] = "JSAPI";
  plain["trade_state"] = "SUCCESS";
  plain["trade_state_desc"] = "支付成功";
  plain["bank_type"] = "OTHERS";
  plain["attach"] = "";
  plain["success_time"] = Rfc3339(n.created_at);
  plain["payer"] = Json{{"openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"}};
  plain["amount"] = Json{{"total", n.amount_minor},
                         {"payer_total", n.amount_minor},
                         {"currency", n.currency},
                         {"payer_currency", n.currency}};
  return plain;
}

std::string_view RefundStatus(EventKind kind) {
  if (kind == EventKind::kRefundSuccess) return "SUCCESS";
  return kind == EventKind::kRefundAbnormal ? "ABNORMAL" : "CLOSED";
}

Json RefundPlain(const Notification& n, const ChannelKeys& keys) {
  Json plain;
  plain["mchid"] = OrElse(n.mchid, keys.mchid);
  plain["out_trade_no"] = n.order_no;
  plain["transaction_id"] = n.trade_no;
  plain["out_refund_no"] = n.out_refund_no;
  plain["refund_id"] = n.refund_id;
  plain["refund_status"] = RefundStatus(n.kind);
  if (n.kind == EventKind::kRefundSuccess) plain["success_time"] = Rfc3339(n.created_at);
  plain["user_received_account"] = "支付用户零钱";
  plain["amount"] = Json{{"total", n.amount_minor},
                         {"refund", n.refund_minor},
                         {"payer_total", n.amount_minor},
                         {"payer_refund", n.refund_minor}};
  return plain;
}

struct Words {
  std::string_view event_type;
  std::string_view summary;
};

Words WordsOf(EventKind kind) {
  switch (kind) {
    case EventKind::kRefundSuccess:
      return {"REFUND.SUCCESS", "退款成功"};
    case EventKind::kRefundAbnormal:
      return {"REFUND.ABNORMAL", "退款异常"};
    case EventKind::kRefundClosed:
      return {"REFUND.CLOSED", "退款关闭"};
    default:
      return {"TRANSACTION.SUCCESS", "支付成功"};
  }
}

// In the key order of real traffic, compact, raw UTF-8:
//   {"id":"7b2b145f-9cda-5573-8be2-d2d9eaaffa25","create_time":"2024-10-09T09:33:13+08:00",
//    "resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功",
//    "resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":"…",
//    "associated_data":"transaction","nonce":"…12…"}}
// (pay.weixin.qq.com/docs/merchant/apis/h5-payment/payment-notice.html)
std::string Body(const Notification& n, const ChannelKeys& keys, uint64_t seed) {
  const bool refund = IsRefund(n.kind);
  const std::string type = refund ? "refund" : "transaction";
  // Drawn by the notification alone, so that the body is the same for every attempt.
  const std::string nonce = Random(seed, "resource_nonce", n.notify_id).AlphaNumeric(12);
  const std::string plain = DumpJson(refund ? RefundPlain(n, keys) : PaymentPlain(n, keys));
  const Words words = WordsOf(n.kind);
  Json body;
  body["id"] = n.notify_id;
  body["create_time"] = Rfc3339(n.created_at);
  body["resource_type"] = "encrypt-resource";
  body["event_type"] = words.event_type;
  body["summary"] = words.summary;
  body["resource"] =
      Json{{"original_type", type},
           {"algorithm", "AEAD_AES_256_GCM"},
           {"ciphertext",
            crypto::Base64Encode(crypto::AesGcmEncrypt(keys.api_v3_key, nonce, type, plain))},
           {"associated_data", type},
           {"nonce", nonce}};
  return DumpJson(body);
}

// 355 characters, which is no length of base64: the crash a probe exists to find.
std::string ProbeSignature(Random& random) {
  return "WECHATPAY/SIGNTEST/" + random.AlphaNumeric(336);
}

std::string Signature(Variant variant, const ChannelKeys& keys, const std::string& message,
                      Random& random) {
  if (variant == Variant::kProbe) return ProbeSignature(random);
  const auto& own = keys.mode == KeyMode::kCertificate ? keys.platform_key : keys.public_key_pair;
  const auto& key = variant == Variant::kWrongKey ? keys.stranger_key : own;
  return crypto::Base64Encode(key->Sign(message));
}

std::string Serial(Variant variant, const ChannelKeys& keys, Random& random) {
  if (variant == Variant::kWrongSerial) return random.UpperHex(40);
  return keys.mode == KeyMode::kCertificate ? keys.certificate_serial : keys.public_key_id;
}

SystemTime SignedAt(Variant variant, SystemTime now) {
  if (variant == Variant::kStale) return now - kOutOfTolerance;
  // One more, since the receiver's clock moves on towards a time in the future.
  if (variant == Variant::kFuture) return now + kOutOfTolerance + seconds(5);
  return now;
}

}  // namespace

std::vector<EventKind> Wxpay::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kRefundSuccess, EventKind::kRefundAbnormal,
          EventKind::kRefundClosed};
}

std::vector<Shape> Wxpay::shapes() const { return {Shape::kPlain}; }

std::vector<Variant> Wxpay::variants() const {
  return {Variant::kGenuine, Variant::kUnsigned, Variant::kWrongKey,    Variant::kTampered,
          Variant::kStale,   Variant::kFuture,   Variant::kWrongSerial, Variant::kProbe};
}

std::vector<std::string_view> Wxpay::schedules() const { return {"wechat_v3", "wechat_legacy"}; }

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

std::string Wxpay::Refuses(const Notification& notification) const {
  if (std::string never = RefusesCommon(*this, notification); !never.empty()) return never;
  if (notification.order_no.size() > 32)
    return "wxpay takes order numbers of at most 32 characters";
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
  request.body = Body(notification, keys, seed);
  const std::string request_id = random.UpperHex(40) + "-0";
  const std::string nonce = random.AlphaNumeric(32);
  const auto since_epoch = SignedAt(variant, signing_time).time_since_epoch();
  const std::string timestamp = Format("{}", std::chrono::floor<seconds>(since_epoch).count());
  request.headers = {{"Content-Type", "application/json"}, {"Request-ID", request_id}};
  if (variant == Variant::kUnsigned) return request;
  const std::string message = timestamp + "\n" + nonce + "\n" + request.body + "\n";
  request.headers.insert(request.headers.end(),
                         {{"Wechatpay-Nonce", nonce},
                          {"Wechatpay-Serial", Serial(variant, keys, random)},
                          {"Wechatpay-Signature", Signature(variant, keys, message, random)},
                          {"Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048"},
                          {"Wechatpay-Timestamp", timestamp}});
  if (variant == Variant::kTampered) {
    // Still JSON of the same length, so that only the signature can tell.
    const size_t digit = request.body.find("create_time") + std::string("create_time\":\"").size();
    request.body[digit] = request.body[digit] == '2' ? '3' : '2';
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
