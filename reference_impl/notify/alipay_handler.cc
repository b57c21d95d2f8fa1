#include "notify/alipay_handler.h"

#include <string>
#include <utility>

#include "notify/fields.h"

namespace paystorm_reference {

Extracted ExtractAlipay(std::string_view body) {
  std::string why;
  const auto fields = ParseForm(body, &why);
  if (!fields) return ExtractError{400, why};
  if (FieldOf(*fields, "notify_type") != "trade_status_sync") {
    return ExtractError{422, "notify_type is not handled here"};
  }
  FieldReader reader(*fields);
  Notification out;
  out.channel = "alipay";
  out.notify_id = reader.Id("notify_id");
  out.event_type = reader.Id("trade_status");
  out.order_no = reader.Id("out_trade_no");
  out.trade_no = reader.Id("trade_no");
  out.mchid = reader.Id("seller_id");
  out.appid = reader.Id("app_id");
  out.amount_minor = reader.Yuan("total_amount");
  out.currency = "CNY";
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};

  // A payment may say that 0.00 was refunded.
  const std::string_view refund_fee = FieldOf(*fields, "refund_fee");
  const auto refunded = refund_fee.empty() ? std::optional<int64_t>(0) : YuanToMinor(refund_fee);
  if (!refunded) return ExtractError{400, "missing or malformed: refund_fee"};
  const std::string_view status = out.event_type;
  if (*refunded > 0) {
    out.kind = Notification::Kind::kRefund;
    out.refunded_total_minor = *refunded;
    // The merchant's number of the refund is all the id there is.
    out.refund_id = reader.Id("out_biz_no");
    out.out_refund_no = out.refund_id;
    if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
    return out;
  }
  if (status == "TRADE_SUCCESS" || status == "TRADE_FINISHED") return out;
  if (status == "TRADE_CLOSED") return ExtractError{200, "the trade was closed unpaid"};
  if (status == "WAIT_BUYER_PAY") return ExtractError{200, "not paid yet"};
  return ExtractError{422, "trade_status is not handled here"};
}

Extracted AlipayHandler::Extract(const HttpRequest& request) const {
  return ExtractAlipay(request.body);
}

HttpResponse AlipayHandler::Answer(const Outcome& outcome) const {
  return {outcome.status, outcome.acknowledged ? "success" : "failure", "text/plain"};
}

}  // namespace paystorm_reference
