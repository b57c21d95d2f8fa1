#include "notify/wxpay_v2_handler.h"

#include <utility>

#include "crypto/crypto.h"
#include "crypto/digest.h"
#include "notify/fields.h"

namespace paystorm_reference {
namespace {

using RefundStatus = Notification::RefundStatus;

Extracted ReadPayment(const Fields& fields, Notification out) {
  if (FieldOf(fields, "result_code") != "SUCCESS") {
    return ExtractError{422, "result_code is not SUCCESS"};
  }
  FieldReader reader(fields);
  out.event_type = "PAYMENT";
  out.order_no = reader.Id("out_trade_no");
  out.trade_no = reader.Id("transaction_id");
  out.amount_minor = reader.Positive("total_fee");
  // Left out for the usual currency.
  out.currency = FieldOf(fields, "fee_type").empty() ? "CNY" : reader.Id("fee_type");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  out.notify_id = out.trade_no;
  return out;
}

Extracted ReadRefund(const Fields& fields, Notification out) {
  FieldReader reader(fields);
  const std::string status = reader.Id("refund_status");
  out.kind = Notification::Kind::kRefund;
  out.event_type = "REFUND." + status;
  out.order_no = reader.Id("out_trade_no");
  out.trade_no = reader.Id("transaction_id");
  out.refund_id = reader.Id("refund_id");
  out.out_refund_no = reader.Id("out_refund_no");
  out.amount_minor = reader.Positive("total_fee");
  out.refund_minor = reader.Positive("refund_fee");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  if (status == "CHANGE") {
    out.refund_status = RefundStatus::kAbnormal;
  } else if (status == "REFUNDCLOSE") {
    out.refund_status = RefundStatus::kClosed;
  } else if (status != "SUCCESS") {
    return ExtractError{422, "refund_status is not handled here"};
  }
  out.notify_id = out.refund_id + ":" + status;
  return out;
}

}  // namespace

Extracted ExtractWxpayV2(std::string_view body, std::string_view key) {
  std::string why;
  const auto fields = ParseFlatXml(body, "xml", &why);
  if (!fields) return ExtractError{400, why};
  if (FieldOf(*fields, "return_code") != "SUCCESS") {
    return ExtractError{422, "return_code is not SUCCESS"};
  }
  FieldReader reader(*fields);
  Notification out;
  out.channel = "wxpay_v2";
  out.mchid = reader.Id("mch_id");
  out.appid = reader.Id("appid");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  if (!fields->contains("req_info")) return ReadPayment(*fields, std::move(out));
  const auto sealed = DecodeBase64(FieldOf(*fields, "req_info"));
  const auto plain = sealed ? DecryptAesEcb(LowerHex(Md5(key)), *sealed) : std::nullopt;
  const auto inner = plain ? ParseFlatXml(*plain, "root", &why) : std::nullopt;
  if (!inner) return ExtractError{400, "req_info cannot be decrypted"};
  return ReadRefund(*inner, std::move(out));
}

WxpayV2Handler::WxpayV2Handler(Parts parts, std::string key)
    : NotifyHandler(std::move(parts)), key_(std::move(key)) {}

Extracted WxpayV2Handler::Extract(const HttpRequest& request) const {
  return ExtractWxpayV2(request.body, key_);
}

HttpResponse WxpayV2Handler::Answer(const Outcome& outcome) const {
  // Our own messages hold no "]]>".
  return {outcome.status,
          std::string("<xml><return_code><![CDATA[") + (outcome.acknowledged ? "SUCCESS" : "FAIL") +
              "]]></return_code><return_msg><![CDATA[" + outcome.message + "]]></return_msg></xml>",
          "text/xml"};
}

}  // namespace paystorm_reference
