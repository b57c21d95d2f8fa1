#include "notify/wxpay_handler.h"

#include <utility>

namespace paystorm_reference {

WxpayHandler::WxpayHandler(Parts parts, std::string api_v3_key)
    : NotifyHandler(std::move(parts)), api_v3_key_(std::move(api_v3_key)) {}

std::string_view WxpayHandler::channel() const { return "wxpay"; }

std::variant<Notification, ExtractError> WxpayHandler::Extract(std::string_view body) const {
  return ExtractWxpay(body, api_v3_key_);
}

StepResult WxpayHandler::BusinessStep(StateMachine& machine, const StepContext& context) const {
  return context.notification.kind == Notification::Kind::kPayment ? machine.Pay(context)
                                                                   : machine.Refund(context);
}

}  // namespace paystorm_reference
