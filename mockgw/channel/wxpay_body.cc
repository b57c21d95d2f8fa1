#include "mockgw/channel/wxpay_body.h"

#include <string_view>
#include <utility>
#include <vector>

#include "mockgw/base/json.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/aes_gcm.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

constexpr size_t kMostAttach = 128;
constexpr std::string_view kSubMerchant = "1900000209";
constexpr std::string_view kOpenId = "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o";

std::string Attach(const Notification& n) {
  return n.shape == Shape::kPlain ? "" : MerchantText(n.shape, kMostAttach);
}

void AddUnknownFields(const Notification& n, Json& object) {
  if (n.shape != Shape::kUnknownFields) return;
  object["a_field_of_next_year"] = "1";
  object["another_one"] = Json{{"nested", Json::array({1, nullptr, "x"})}, {"empty", ""}};
}

// gateways.md 1.6: promotion_detail of the direct merchant's payment.
Json Coupons(const Notification& n, int64_t off_minor) {
  const auto coupon = [&](const char* id, const char* scope, const char* type, int64_t amount) {
    return Json{{"coupon_id", id},
                {"name", "满减券"},
                {"scope", scope},
                {"type", type},
                {"amount", amount},
                {"stock_id", "931386"},
                {"wechatpay_contribute", type == std::string("CASH") ? amount : 0},
                {"merchant_contribute", type == std::string("CASH") ? 0 : amount},
                {"other_contribute", 0},
                {"currency", n.currency},
                {"goods_detail", Json::array({Json{{"goods_id", "M1006"},
                                                   {"quantity", 1},
                                                   {"unit_price", n.amount_minor},
                                                   {"discount_amount", amount},
                                                   {"goods_remark", "商品备注"}}})}};
  };
  return Json::array({coupon("109519", "GLOBAL", "CASH", off_minor - off_minor / 2),
                      coupon("109520", "SINGLE", "NOCASH", off_minor / 2)});
}

void AddMerchant(const Notification& n, const ChannelKeys& keys, bool with_app, Json& plain) {
  const std::string& mchid = OrElse(n.mchid, keys.mchid);
  const std::string& appid = OrElse(n.appid, keys.appid);
  if (n.form == OrderForm::kPartner) {
    if (with_app) plain["sp_appid"] = appid;
    plain["sp_mchid"] = mchid;
    plain["sub_mchid"] = kSubMerchant;
    return;
  }
  plain["mchid"] = mchid;
  if (with_app) plain["appid"] = appid;
}

Json PaymentPlain(const Notification& n, const ChannelKeys& keys) {
  const int64_t off_minor = CouponOf(n.shape, n.amount_minor);
  Json plain;
  AddMerchant(n, keys, true, plain);
  plain["out_trade_no"] = n.order_no;
  plain["transaction_id"] = n.trade_no;
  plain["trade_type"] = "JSAPI";
  plain["trade_state"] = "SUCCESS";
  plain["trade_state_desc"] = "支付成功";
  plain["bank_type"] = "OTHERS";
  plain["attach"] = Attach(n);
  plain["success_time"] = Rfc3339(n.created_at);
  plain["payer"] = Json{{n.form == OrderForm::kPartner ? "sp_openid" : "openid", kOpenId}};
  plain["amount"] = Json{{"total", n.amount_minor},
                         {"payer_total", n.amount_minor - off_minor},
                         {"currency", n.currency},
                         {"payer_currency", n.currency}};
  if (n.shape == Shape::kCoupons) {
    plain["scene_info"] = Json{{"device_id", "013467007045764"}};
    plain["promotion_detail"] = Coupons(n, off_minor);
  }
  AddUnknownFields(n, plain);
  return plain;
}

// One notification for all orders of the payment, with amount keys of its own (gateways.md 1.6).
Json CombinedPlain(const Notification& n, const ChannelKeys& keys) {
  const std::string& mchid = OrElse(n.mchid, keys.mchid);
  std::vector<SubOrder> orders = {{n.order_no, n.trade_no, n.amount_minor}};
  orders.insert(orders.end(), n.more_orders.begin(), n.more_orders.end());
  Json subs = Json::array();
  for (const SubOrder& order : orders) {
    Json sub;
    sub["mchid"] = mchid;
    sub["trade_type"] = "JSAPI";
    sub["trade_state"] = "SUCCESS";
    sub["bank_type"] = "OTHERS";
    sub["attach"] = Attach(n);
    sub["amount"] =
        Json{{"total_amount", order.amount_minor},
             {"currency", n.currency},
             {"payer_amount", order.amount_minor - CouponOf(n.shape, order.amount_minor)},
             {"payer_currency", n.currency}};
    sub["success_time"] = Rfc3339(n.created_at);
    sub["transaction_id"] = order.trade_no;
    sub["out_trade_no"] = order.order_no;
    subs.push_back(std::move(sub));
  }
  Json plain;
  plain["combine_appid"] = OrElse(n.appid, keys.appid);
  plain["combine_mchid"] = mchid;
  plain["combine_out_trade_no"] = "C" + n.order_no.substr(0, 31);
  plain["sub_orders"] = std::move(subs);
  plain["combine_payer_info"] = Json{{"openid", kOpenId}};
  AddUnknownFields(n, plain);
  return plain;
}

std::string_view RefundStatus(EventKind kind) {
  if (kind == EventKind::kRefundSuccess) return "SUCCESS";
  return kind == EventKind::kRefundAbnormal ? "ABNORMAL" : "CLOSED";
}

Json RefundPlain(const Notification& n, const ChannelKeys& keys) {
  const int64_t off_minor = CouponOf(n.shape, n.amount_minor);
  Json plain;
  AddMerchant(n, keys, false, plain);
  plain["out_trade_no"] = n.order_no;
  plain["transaction_id"] = n.trade_no;
  plain["out_refund_no"] = n.out_refund_no;
  plain["refund_id"] = n.refund_id;
  plain["refund_status"] = RefundStatus(n.kind);
  if (n.kind == EventKind::kRefundSuccess) plain["success_time"] = Rfc3339(n.created_at);
  plain["user_received_account"] = "支付用户零钱";
  plain["amount"] = Json{{"total", n.amount_minor},
                         {"refund", n.refund_minor},
                         {"payer_total", n.amount_minor - off_minor},
                         {"payer_refund", n.refund_minor - CouponOf(n.shape, n.refund_minor)}};
  AddUnknownFields(n, plain);
  return plain;
}

// Money shared out to others (wechatpay-openapi docs/v3/webhooks.yaml): a TRANSACTION.SUCCESS with
// the order number of the sharing, which is no payment.
Json ProfitSharingPlain(const Notification& n, const ChannelKeys& keys) {
  Json plain;
  plain["mchid"] = OrElse(n.mchid, keys.mchid);
  plain["transaction_id"] = n.trade_no;
  plain["order_id"] = "3008450740201411110007820472";
  plain["out_order_no"] = n.order_no;
  plain["receiver"] = Json{{"type", "MERCHANT_ID"},
                           {"account", kSubMerchant},
                           {"amount", n.amount_minor},
                           {"description", "分账"}};
  plain["success_time"] = Rfc3339(n.created_at);
  AddUnknownFields(n, plain);
  return plain;
}

struct Words {
  std::string_view event_type;
  std::string_view summary;
  std::string_view original_type;
};

Words WordsOf(EventKind kind) {
  switch (kind) {
    case EventKind::kRefundSuccess:
      return {"REFUND.SUCCESS", "退款成功", "refund"};
    case EventKind::kRefundAbnormal:
      return {"REFUND.ABNORMAL", "退款异常", "refund"};
    case EventKind::kRefundClosed:
      return {"REFUND.CLOSED", "退款关闭", "refund"};
    case EventKind::kProfitSharing:
      return {"TRANSACTION.SUCCESS", "分账成功", "profitsharing"};
    default:
      return {"TRANSACTION.SUCCESS", "支付成功", "transaction"};
  }
}

Json UnchangedPlain(const Notification& n, const ChannelKeys& keys) {
  if (IsRefund(n.kind)) return RefundPlain(n, keys);
  if (n.kind == EventKind::kProfitSharing) return ProfitSharingPlain(n, keys);
  return n.form == OrderForm::kCombined ? CombinedPlain(n, keys) : PaymentPlain(n, keys);
}

Json PlainOf(const Notification& n, const ChannelKeys& keys) {
  Json plain = UnchangedPlain(n, keys);
  ApplyOverrides(n.overrides, plain);
  return plain;
}

}  // namespace

std::string WxpayBody(const Notification& n, const ChannelKeys& keys, uint64_t seed, Seal seal) {
  const Words words = WordsOf(n.kind);
  const std::string associated(words.original_type);
  const std::string nonce = Random(seed, "resource_nonce", n.notify_id).AlphaNumeric(12);
  std::string sealed =
      crypto::AesGcmEncrypt(keys.api_v3_key, nonce, seal == Seal::kBadAad ? "else" : associated,
                            DumpJson(PlainOf(n, keys)));
  if (seal == Seal::kBadTag) sealed.back() = static_cast<char>(sealed.back() ^ 1);
  Json body;
  body["id"] = n.notify_id;
  body["create_time"] = Rfc3339(n.created_at);
  body["resource_type"] = "encrypt-resource";
  body["event_type"] = words.event_type;
  body["summary"] = words.summary;
  body["resource"] = Json{{"original_type", words.original_type},
                          {"algorithm", "AEAD_AES_256_GCM"},
                          {"ciphertext", crypto::Base64Encode(sealed)},
                          {"associated_data", associated},
                          {"nonce", nonce}};
  AddUnknownFields(n, body);
  return n.shape == Shape::kIndented ? DumpJsonIndented(body) : DumpJson(body);
}

}  // namespace paystorm::mockgw
