#include "mockgw/channel/alipay.h"

#include <algorithm>
#include <utility>

#include "mockgw/base/format.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

constexpr size_t kMostOrderNo = 64;
constexpr size_t kMostSubject = 256;
constexpr size_t kMostBody = 400;
constexpr std::string_view kBuyer = "2088101117955611";

using Fields = AlipayFields;

// 9900 -> "99.00"
std::string Yuan(int64_t minor) { return Format("{}.{:02}", minor / 100, minor % 100); }

// application/x-www-form-urlencoded: a blank is +, so a + is %2B.
std::string FormEncoded(const Fields& fields) {
  const auto encoded = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                         (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.' || c == '*';
      if (plain) {
        out += c;
      } else if (c == ' ') {
        out += '+';
      } else {
        out += Format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
      }
    }
    return out;
  };
  std::string form;
  for (const auto& [name, value] : fields) {
    form += (form.empty() ? "" : "&") + encoded(name) + "=" + encoded(value);
  }
  return form;
}

bool IsFullRefund(const Notification& n) {
  return IsRefund(n.kind) && n.refunded_total_minor >= n.amount_minor;
}

std::string_view TradeStatus(const Notification& n) {
  if (n.kind == EventKind::kTradeFinished) return "TRADE_FINISHED";
  return IsFullRefund(n) ? "TRADE_CLOSED" : "TRADE_SUCCESS";
}

void AddMoney(const Notification& n, Fields& fields) {
  const int64_t off_minor = CouponOf(n.shape, n.amount_minor);
  const std::string paid = Yuan(n.amount_minor - off_minor);
  Json bills = Json::array({Json{{"amount", paid}, {"fundChannel", "ALIPAYACCOUNT"}}});
  if (off_minor > 0) {
    bills.push_back(Json{{"amount", Yuan(off_minor)}, {"fundChannel", "MCOUPON"}});
    const Json vouchers = Json::array({Json{{"amount", Yuan(off_minor)},
                                            {"merchantContribute", Yuan(off_minor)},
                                            {"name", "满减券"},
                                            {"otherContribute", "0.00"},
                                            {"type", "ALIPAY_DISCOUNT_VOUCHER"},
                                            {"voucherId", "2017122200073002921234567890"}}});
    fields.emplace_back("voucher_detail_list", DumpJson(vouchers));
  }
  // JSON in a text field, as it comes from real trades.
  fields.insert(fields.end(), {{"fund_bill_list", DumpJson(bills)},
                               {"total_amount", Yuan(n.amount_minor)},
                               {"receipt_amount", paid},  // the coupon is the merchant's own
                               {"invoice_amount", paid},
                               {"buyer_pay_amount", paid},
                               {"point_amount", "0.00"}});
}

// As real notices of trades spell it (alipay-sdk-nodejs-all, test/alipay.test.ts).
std::string_view CharsetOf(Shape shape) { return shape == Shape::kGbk ? "GBK" : "utf-8"; }

// Texts of the merchant's, in the notification's charset.
void AddTexts(const Notification& n, Fields& fields) {
  const auto text = [&](size_t most) {
    const std::string utf8 = MerchantText(n.shape, most);
    return n.shape == Shape::kGbk ? GbkOf(utf8) : utf8;
  };
  fields.insert(fields.end(), {{"charset", std::string(CharsetOf(n.shape))},
                               {"subject", text(kMostSubject)},
                               {"body", text(kMostBody)}});
}

Fields AllFields(const Notification& n, const ChannelKeys& keys, SystemTime sent_at) {
  const std::string& app_id = OrElse(n.appid, keys.alipay_app_id);
  Fields fields = {
      {"gmt_create", DateTime(n.created_at)},
      {"gmt_payment", DateTime(n.created_at)},
      {"notify_time", DateTime(sent_at)},
      {"notify_type", "trade_status_sync"},
      {"notify_id", n.notify_id},
      {"app_id", app_id},
      {"auth_app_id", app_id},
      {"version", "1.0"},
      {"trade_no", n.trade_no},
      {"out_trade_no", n.order_no},
      {"trade_status", std::string(TradeStatus(n))},
      {"buyer_id", std::string(kBuyer)},
      {"buyer_logon_id", "159****5620"},
      {"seller_id", OrElse(n.mchid, keys.alipay_seller_id)},
      {"seller_email", "shop@example.com"},
  };
  AddTexts(n, fields);
  AddMoney(n, fields);
  if (IsRefund(n.kind)) {
    // The running total, not this refund's own amount.
    fields.insert(fields.end(), {{"refund_fee", Yuan(n.refunded_total_minor)},
                                 {"gmt_refund", DateTime(n.created_at) + ".123"},
                                 {"out_biz_no", n.out_refund_no}});
  }
  if (IsFullRefund(n) || n.kind == EventKind::kTradeFinished) {
    fields.emplace_back("gmt_close", DateTime(n.created_at));
  }
  if (n.shape == Shape::kUnknownFields) {
    // A payment may say that nothing was refunded.
    if (!IsRefund(n.kind)) fields.emplace_back("refund_fee", "0.00");
    fields.insert(fields.end(), {{"a_field_of_next_year", "1"}, {"Another-One", "x=1&y=2"}});
  }
  ApplyOverrides(n.overrides, fields);
  fields.emplace_back("sign_type", "RSA2");
  return fields;
}

// What the gateway signs about a trade that is a little larger. Changes by hand are left out: they
// could make it the same as `content`.
std::string OtherContent(Notification n, const ChannelKeys& keys, SystemTime sent_at,
                         const std::string& content) {
  n.overrides.clear();
  std::string other = content;
  while (other == content) {
    n.amount_minor += 1;
    other = AlipaySignedContent(AllFields(n, keys, sent_at));
  }
  return other;
}

// Another year, of a date that a change by hand may have made anything.
void Tamper(std::string& date) {
  if (date.empty()) {
    date = "3";
  } else {
    date[0] = date[0] == '3' ? '2' : '3';
  }
}

// SDKs disagree on how to sign such values, so alipay is never made to send one (gateways.md 3.2).
bool IsOdd(std::string_view value) {
  return value.empty() || value.front() == '@' || value.front() == ' ' || value.back() == ' ';
}

}  // namespace

std::string AlipaySignedContent(AlipayFields fields) {
  std::sort(fields.begin(), fields.end());
  std::string content;
  for (const auto& [name, value] : fields) {
    if (name == "sign" || name == "sign_type") continue;
    content.append(content.empty() ? "" : "&").append(name).append("=").append(value);
  }
  return content;
}

std::vector<EventKind> Alipay::events() const {
  return {EventKind::kPaymentSuccess, EventKind::kTradeFinished, EventKind::kRefundSuccess};
}

std::vector<Shape> Alipay::shapes() const {
  return {Shape::kPlain,  Shape::kUnknownFields, Shape::kCoupons, Shape::kSymbols,
          Shape::kQuotes, Shape::kEmoji,         Shape::kGbk,     Shape::kMaximalText};
}

std::vector<Variant> Alipay::variants(EventKind /*kind*/) const {
  return {Variant::kGenuine,      Variant::kUnsigned,       Variant::kWrongKey,
          Variant::kTampered,     Variant::kOtherBody,      Variant::kHeaderOnly,
          Variant::kOtherChannel, Variant::kTruncatedBase64};
}

std::vector<std::string_view> Alipay::schedules() const { return {"alipay", "alipay_global"}; }

std::string Alipay::MissingKey(const ChannelKeys& keys) const {
  if (keys.alipay_key == nullptr) return "alipay_private.pem";
  if (keys.alipay_app_id.empty()) return "alipay_app_id.txt";
  return keys.alipay_seller_id.empty() ? "alipay_seller_id.txt" : "";
}

Payee Alipay::payee(const ChannelKeys& keys) const {
  return {keys.alipay_seller_id, keys.alipay_app_id};
}

std::string Alipay::Refuses(const Notification& n) const {
  if (std::string never = RefusesCommon(*this, n); !never.empty()) return never;
  if (n.currency != "CNY") return "alipay pays in CNY only";
  if (n.order_no.size() > kMostOrderNo) {
    return Format("alipay takes order numbers of at most {} characters", kMostOrderNo);
  }
  const bool odd_payee =
      (!n.mchid.empty() && IsOdd(n.mchid)) || (!n.appid.empty() && IsOdd(n.appid));
  if (IsOdd(n.order_no) || (IsRefund(n.kind) && IsOdd(n.out_refund_no)) || odd_payee) {
    return "alipay sends no value that is empty, begins with @ or has a blank around it";
  }
  return {};
}

std::string Alipay::NotifyId(const Notification& n, Random random) const {
  const std::string time = CompactTime(n.created_at);
  return time.substr(0, 8) + "00222" + time.substr(8) + random.Digits(15);
}

std::string Alipay::TradeNo(SystemTime created_at, Random random) const {
  return CompactTime(created_at).substr(0, 8) + "22001" + random.Digits(15);
}

std::string Alipay::RefundId(SystemTime /*created_at*/, Random /*random*/) const { return {}; }

HttpRequest Alipay::Build(const Notification& notification, Variant variant,
                          const ChannelKeys& keys, const std::string& url, uint64_t /*seed*/,
                          SystemTime signing_time, Random /*random*/) const {
  HttpRequest request;
  request.url = url;
  request.headers = {{"Content-Type", Format("application/x-www-form-urlencoded; charset={}",
                                             CharsetOf(notification.shape))}};
  Fields fields = AllFields(notification, keys, signing_time);
  std::string content = AlipaySignedContent(fields);
  if (variant == Variant::kOtherBody) {
    content = OtherContent(notification, keys, signing_time, content);
  }
  const auto& key = variant == Variant::kWrongKey ? keys.stranger_key : keys.alipay_key;
  std::string sign = crypto::Base64Encode(key->Sign(content));
  if (variant == Variant::kTruncatedBase64) sign = Truncated(std::move(sign));
  if (variant == Variant::kTampered) Tamper(fields.front().second);
  if (variant == Variant::kHeaderOnly) fields = {{"sign_type", "RSA2"}};
  if (variant == Variant::kUnsigned) {
    fields.pop_back();
  } else {
    fields.emplace_back("sign", sign);
  }
  request.body = FormEncoded(fields);
  return request;
}

Judgement Alipay::Judge(const SendResult& result) const {
  if (auto without = JudgeWithoutAnswer(result)) return *without;
  const int status = result.answer->status;
  if (status != 200) return {Acknowledgement::kRefused, false, Format("HTTP {}", status)};
  if (result.answer->body != "success") {
    return {Acknowledgement::kRefused, false, "HTTP 200 without exactly the 7 bytes success"};
  }
  return {Acknowledgement::kAcknowledged, false, "success"};
}

std::chrono::milliseconds Alipay::response_limit() const { return std::chrono::seconds(15); }

}  // namespace paystorm::mockgw
