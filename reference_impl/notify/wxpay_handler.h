#ifndef PAYSTORM_REFERENCE_NOTIFY_WXPAY_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_WXPAY_HANDLER_H_

#include <string>

#include "notify/notify_handler.h"

namespace paystorm_reference {

// WeChat Pay v3: payments and refunds. Thread-safe.
class WxpayHandler final : public NotifyHandler {
 public:
  // `api_v3_key` is 32 bytes.
  WxpayHandler(Parts parts, std::string api_v3_key);

 protected:
  std::string_view channel() const override { return "wxpay"; }
  Extracted Extract(const HttpRequest& request) const override;

 private:
  const std::string api_v3_key_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_WXPAY_HANDLER_H_
