#ifndef PAYSTORM_REFERENCE_NOTIFY_ALIPAY_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_ALIPAY_HANDLER_H_

#include <string_view>

#include "notify/notify_handler.h"

namespace paystorm_reference {

// Reads the form of a trade notice (trade_status_sync). TRADE_SUCCESS and TRADE_FINISHED without a
// refund mean paid, and both may come for one trade; with refund_fee over zero and out_biz_no it is
// a refund, whose refund_fee is the running total. A trade that was closed unpaid, and
// WAIT_BUYER_PAY, ask for nothing.
Extracted ExtractAlipay(std::string_view body);

// Alipay: acknowledged by exactly `success`. Thread-safe.
class AlipayHandler final : public NotifyHandler {
 public:
  using NotifyHandler::NotifyHandler;

 protected:
  std::string_view channel() const override { return "alipay"; }
  Extracted Extract(const HttpRequest& request) const override;
  HttpResponse Answer(const Outcome& outcome) const override;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_ALIPAY_HANDLER_H_
