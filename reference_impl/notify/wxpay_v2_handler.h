#ifndef PAYSTORM_REFERENCE_NOTIFY_WXPAY_V2_HANDLER_H_
#define PAYSTORM_REFERENCE_NOTIFY_WXPAY_V2_HANDLER_H_

#include <string>
#include <string_view>

#include "notify/notify_handler.h"

namespace paystorm_reference {

// Reads the XML of a payment, or decrypts and reads that of a refund. v2 sends no notify id: a
// payment goes by its transaction_id, a refund by its refund_id and status. `key` is the APIv2 key.
Extracted ExtractWxpayV2(std::string_view body, std::string_view key);

// WeChat Pay v2: acknowledged by XML. Thread-safe.
class WxpayV2Handler final : public NotifyHandler {
 public:
  WxpayV2Handler(Parts parts, std::string key);

 protected:
  std::string_view channel() const override { return "wxpay_v2"; }
  Extracted Extract(const HttpRequest& request) const override;
  HttpResponse Answer(const Outcome& outcome) const override;

 private:
  const std::string key_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_WXPAY_V2_HANDLER_H_
