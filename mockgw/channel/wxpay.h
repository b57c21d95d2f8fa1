#ifndef PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_
#define PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// WeChat Pay APIv3: payments of direct merchants, of partners and of several orders at once,
// refunds, and profit sharing. Facts:
// pay.weixin.qq.com/docs/merchant/apis/h5-payment/payment-notice.html,
// .../weixin-pay-score/refunds/refund-result-notice.html and wechatpay-openapi
// docs/v3/webhooks.yaml.
class Wxpay final : public Channel {
 public:
  std::string_view name() const override { return "wxpay"; }
  std::vector<EventKind> events() const override;
  std::vector<Shape> shapes() const override;
  std::vector<Variant> variants(EventKind kind) const override;
  std::vector<std::string_view> schedules() const override;
  std::string MissingKey(const ChannelKeys& keys) const override;
  Payee payee(const ChannelKeys& keys) const override;
  std::string Refuses(const Notification& notification) const override;
  std::string NotifyId(const Notification& notification, Random random) const override;
  std::string TradeNo(SystemTime created_at, Random random) const override;
  std::string RefundId(SystemTime created_at, Random random) const override;
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // 200 and 204 acknowledge whatever the body says; every other full answer refuses.
  Judgement Judge(const SendResult& result) const override;
  std::chrono::milliseconds response_limit() const override;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_WXPAY_H_
