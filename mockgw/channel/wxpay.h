#ifndef PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_
#define PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// WeChat Pay APIv3: payment success and refund notices of a direct merchant.
// Facts: pay.weixin.qq.com/docs/merchant/apis/h5-payment/payment-notice.html and
// .../weixin-pay-score/refunds/refund-result-notice.html.
class Wxpay final : public Channel {
 public:
  std::string_view name() const override { return "wxpay"; }
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // 200 and 204 acknowledge whatever the body says; every other full answer refuses.
  Judgement Judge(const SendResult& result) const override;
  std::chrono::milliseconds response_limit() const override;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_
