#include "mockgw/channel/wxpay_v2.h"

#include <algorithm>

#include "mockgw/base/format.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/aes_ecb.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/digest.h"

namespace paystorm::mockgw {
namespace {

constexpr size_t kMostOrderNo = 32;
constexpr size_t kMostAttach = 127;

bool IsNumber(std::string_view text) {
  return !text.empty() && text.size() < 16 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A text may itself hold the end of a CDATA section, which is cut in two then.
std::string Cdata(std::string text) {
  constexpr std::string_view kCut = "]]]]><![CDATA[>";
  for (size_t at = 0; (at = text.find("]]>", at)) != std::string::npos; at += kCut.size()) {
    text.replace(at, 3, kCut);
  }
  return "<![CDATA[" + text + "]]>";
}

// Texts in CDATA, numbers bare:
//   <xml><appid><![CDATA[wx2421b1c4370ec43b]]></appid><total_fee>1</total_fee>…</xml>
// (wechatpay-php tests/fixtures/paysuccess.notification.sample.xml)
std::string Xml(const V2Fields& fields, std::string_view root) {
  std::string text = Format("<{}>", root);
  for (const auto& [name, value] : fields) {
    text += Format("<{}>{}</{}>", name, IsNumber(value) ? value : Cdata(value), name);
  }
  return text + Format("</{}>", root);
}

std::string Number(int64_t value) { return Format("{}", value); }

std::string_view RefundStatus(EventKind kind) {
  if (kind == EventKind::kRefundSuccess) return "SUCCESS";
  return kind == EventKind::kRefundAbnormal ? "CHANGE" : "REFUNDCLOSE";
}

// Two coupons take a tenth off what the payer pays.
void AddCoupons(const Notification& n, V2Fields& fields) {
  const int64_t off_minor = CouponOf(n.shape, n.amount_minor);
  fields.insert(fields.end(), {{"settlement_total_fee", Number(n.amount_minor)},
                               {"coupon_fee", Number(off_minor)},
                               {"coupon_count", "2"},
                               {"coupon_type_0", "CASH"},
                               {"coupon_id_0", "10000"},
                               {"coupon_fee_0", Number(off_minor - off_minor / 2)},
                               {"coupon_type_1", "NO_CASH"},
                               {"coupon_id_1", "10001"},
                               {"coupon_fee_1", Number(off_minor / 2)},
                               {"cash_fee", Number(n.amount_minor - off_minor)}});
}

V2Fields PaymentFields(const Notification& n, const ChannelKeys& keys, uint64_t seed) {
  V2Fields fields = {
      {"appid", OrElse(n.appid, keys.appid)},
      {"attach", MerchantText(n.shape, kMostAttach)},
      {"bank_type", "OTHERS"},
      {"fee_type", n.currency},
      {"is_subscribe", "N"},
      {"mch_id", OrElse(n.mchid, keys.mchid)},
      {"nonce_str", Random(seed, "nonce_str", n.notify_id).AlphaNumeric(32)},
      {"openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"},
      {"out_trade_no", n.order_no},
      {"result_code", "SUCCESS"},
      {"return_code", "SUCCESS"},
      {"time_end", CompactTime(n.created_at)},
      {"total_fee", Number(n.amount_minor)},
      {"trade_type", "JSAPI"},
      {"transaction_id", n.trade_no},
  };
  if (n.shape == Shape::kCoupons) {
    AddCoupons(n, fields);
  } else {
    fields.emplace_back("cash_fee", Number(n.amount_minor));
  }
  // New fields may come at any time and take part in the signature.
  if (n.shape == Shape::kUnknownFields) {
    fields.insert(fields.end(), {{"A_field_of_next_year", "1"}, {"zero", "0"}, {"nothing", ""}});
  }
  ApplyOverrides(n.overrides, fields);
  if (keys.v2_sign_type_sent) {
    fields.emplace_back("sign_type", keys.v2_sign == V2Sign::kMd5 ? "MD5" : "HMAC-SHA256");
  }
  return fields;
}

std::string PaymentBody(const Notification& n, Variant variant, const ChannelKeys& keys,
                        uint64_t seed) {
  V2Fields fields = PaymentFields(n, keys, seed);
  V2Fields signed_fields = fields;
  if (variant == Variant::kOtherBody) {
    // Changes by hand are left out: they could make it the same.
    Notification other = n;
    other.overrides.clear();
    while (signed_fields == fields) {
      other.amount_minor += 1;
      signed_fields = PaymentFields(other, keys, seed);
    }
  }
  Secret key = keys.api_v2_key;
  if (variant == Variant::kWrongKey) key = keys.stranger_secret;
  if (variant == Variant::kEmptyKey) key = Secret();
  std::string sign = SignV2(signed_fields, key, keys.v2_sign);
  if (variant == Variant::kTruncatedBase64) sign.pop_back();
  if (variant == Variant::kTampered) {
    for (auto& [name, value] : fields) {
      if (name == "time_end") value[0] = '3';
    }
  }
  if (variant == Variant::kHeaderOnly) fields.clear();
  if (variant != Variant::kUnsigned) fields.emplace_back("sign", sign);
  return Xml(fields, "xml");
}

// The plaintext's root is <root> (gateways.md section 2).
std::string RefundPlain(const Notification& n) {
  V2Fields fields = {
      {"out_refund_no", n.out_refund_no},
      {"out_trade_no", n.order_no},
      {"refund_account", "REFUND_SOURCE_RECHARGE_FUNDS"},
      {"refund_fee", Number(n.refund_minor)},
      {"refund_id", n.refund_id},
      {"refund_recv_accout", "支付用户零钱"},
      {"refund_request_source", "API"},
      {"refund_status", std::string(RefundStatus(n.kind))},
      {"settlement_refund_fee", Number(n.refund_minor)},
      {"settlement_total_fee", Number(n.amount_minor)},
      {"success_time", n.kind == EventKind::kRefundSuccess ? DateTime(n.created_at) : ""},
      {"total_fee", Number(n.amount_minor)},
      {"transaction_id", n.trade_no},
  };
  if (n.shape == Shape::kUnknownFields) fields.emplace_back("a_field_of_next_year", "1");
  ApplyOverrides(n.overrides, fields);
  return Xml(fields, "root");
}

std::string RequestInfo(const Notification& n, Variant variant, const ChannelKeys& keys) {
  const std::string plain = RefundPlain(n);
  if (variant == Variant::kUnsigned) return crypto::Base64Encode(plain);
  std::string key = keys.api_v2_key.Reveal();
  if (variant == Variant::kWrongKey) key = keys.stranger_secret.Reveal();
  if (variant == Variant::kEmptyKey) key.clear();
  // The key is the hexadecimal text, not the 16 bytes.
  const Secret sealing(crypto::LowerHex(crypto::Md5(key)));
  std::string info = crypto::Base64Encode(crypto::AesEcbEncrypt(sealing, plain));
  if (variant == Variant::kTruncatedBase64) info = Truncated(std::move(info));
  // In the first block, which is the root element's begin; further on nothing could tell, since
  // the blocks stand alone and are not signed.
  if (variant == Variant::kTampered) info[2] = info[2] == 'A' ? 'B' : 'A';
  return info;
}

std::string RefundBody(const Notification& n, Variant variant, const ChannelKeys& keys,
                       uint64_t seed) {
  V2Fields fields = {
      {"return_code", "SUCCESS"},
      {"appid", OrElse(n.appid, keys.appid)},
      {"mch_id", OrElse(n.mchid, keys.mchid)},
      {"nonce_str", Random(seed, "nonce_str", n.notify_id).AlphaNumeric(32)},
  };
  if (variant != Variant::kHeaderOnly) {
    fields.emplace_back("req_info", RequestInfo(n, variant, keys));
  }
  return Xml(fields, "xml");
}

// The value of the first element of that name, without its CDATA marks; empty when there is none.
std::string_view ElementOf(std::string_view xml, const std::string& name) {
  constexpr std::string_view kOpen = "<![CDATA[";
  constexpr std::string_view kClose = "]]>";
  const std::string begin = "<" + name + ">";
  const size_t at = xml.find(begin);
  if (at == std::string_view::npos) return {};
  xml.remove_prefix(at + begin.size());
  xml = xml.substr(0, xml.find("</" + name + ">"));
  if (xml.starts_with(kOpen) && xml.ends_with(kClose)) {
    xml = xml.substr(kOpen.size(), xml.size() - kOpen.size() - kClose.size());
  }
  return xml;
}

bool SaysSuccess(std::string_view body) {
  if (body.starts_with("<?xml")) {
    const size_t end = body.find("?>");
    if (end == std::string_view::npos) return false;
    body.remove_prefix(end + 2);
    body.remove_prefix(std::min(body.size(), body.find_first_not_of("\r\n")));
  }
  return body.starts_with("<xml>") && body.ends_with("</xml>") &&
         ElementOf(body, "return_code") == "SUCCESS";
}

}  // namespace

std::string SignV2(const V2Fields& fields, const Secret& key, V2Sign sign) {
  V2Fields sorted = fields;
  std::sort(sorted.begin(), sorted.end());
  std::string message;
  for (const auto& [name, value] : sorted) {
    if (name == "sign" || value.empty()) continue;
    message.append(name).append("=").append(value).append("&");
  }
  message += "key=" + key.Reveal();
  return crypto::UpperHex(sign == V2Sign::kMd5 ? crypto::Md5(message)
                                               : crypto::HmacSha256(key, message));
}

std::vector<EventKind> WxpayV2::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kRefundSuccess, EventKind::kRefundAbnormal,
          EventKind::kRefundClosed};
}

std::vector<Shape> WxpayV2::shapes() const {
  return {Shape::kPlain,  Shape::kUnknownFields, Shape::kCoupons,    Shape::kSymbols,
          Shape::kQuotes, Shape::kEmoji,         Shape::kMaximalText};
}

std::vector<Variant> WxpayV2::variants(EventKind kind) const {
  std::vector<Variant> all = {
      Variant::kGenuine,  Variant::kUnsigned,   Variant::kWrongKey,     Variant::kTampered,
      Variant::kEmptyKey, Variant::kHeaderOnly, Variant::kOtherChannel, Variant::kTruncatedBase64};
  // A refund has no signature that could be another's.
  if (!IsRefund(kind)) all.push_back(Variant::kOtherBody);
  return all;
}

std::vector<std::string_view> WxpayV2::schedules() const {
  return {"wechat_v3", "wechat_legacy", "wechat_papay_sign", "wechat_vehicle"};
}

std::string WxpayV2::MissingKey(const ChannelKeys& keys) const {
  if (keys.api_v2_key.empty()) return "api_v2_key.txt";
  if (keys.mchid.empty()) return "mchid.txt";
  return keys.appid.empty() ? "appid.txt" : "";
}

Payee WxpayV2::payee(const ChannelKeys& keys) const { return {keys.mchid, keys.appid}; }

std::string WxpayV2::Refuses(const Notification& n) const {
  if (std::string never = RefusesCommon(*this, n); !never.empty()) return never;
  if (n.order_no.size() > kMostOrderNo) {
    return Format("wxpay_v2 takes order numbers of at most {} characters", kMostOrderNo);
  }
  return {};
}

std::string WxpayV2::NotifyId(const Notification& n, Random /*random*/) const {
  return IsRefund(n.kind) ? Format("{}:{}", n.refund_id, RefundStatus(n.kind)) : n.trade_no;
}

std::string WxpayV2::TradeNo(SystemTime /*created_at*/, Random random) const {
  return "42000" + random.Digits(23);
}

std::string WxpayV2::RefundId(SystemTime /*created_at*/, Random random) const {
  return "50" + random.Digits(27);
}

HttpRequest WxpayV2::Build(const Notification& notification, Variant variant,
                           const ChannelKeys& keys, const std::string& url, uint64_t seed,
                           SystemTime /*signing_time*/, Random /*random*/) const {
  HttpRequest request;
  request.url = url;
  request.headers = {{"Content-Type", "text/xml"}};
  request.body = IsRefund(notification.kind) ? RefundBody(notification, variant, keys, seed)
                                             : PaymentBody(notification, variant, keys, seed);
  return request;
}

Judgement WxpayV2::Judge(const SendResult& result) const {
  if (auto without = JudgeWithoutAnswer(result)) return *without;
  const int status = result.answer->status;
  if (status != 200) return {Acknowledgement::kRefused, false, Format("HTTP {}", status)};
  if (!SaysSuccess(result.answer->body)) {
    return {Acknowledgement::kRefused, false, "HTTP 200 without the XML of a success"};
  }
  return {Acknowledgement::kAcknowledged, false, "return_code SUCCESS"};
}

std::chrono::milliseconds WxpayV2::response_limit() const { return std::chrono::seconds(5); }

}  // namespace paystorm::mockgw
