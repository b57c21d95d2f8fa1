#include "notify/wxpay_handler.h"

#include <utility>

#include "notify/wxpay_extract.h"

namespace paystorm_reference {

WxpayHandler::WxpayHandler(Parts parts, std::string api_v3_key)
    : NotifyHandler(std::move(parts)), api_v3_key_(std::move(api_v3_key)) {}

Extracted WxpayHandler::Extract(const HttpRequest& request) const {
  return ExtractWxpay(request.body, api_v3_key_);
}

}  // namespace paystorm_reference
