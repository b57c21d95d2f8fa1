#ifndef PAYSTORM_MOCKGW_CHANNEL_STRIPE_H_
#define PAYSTORM_MOCKGW_CHANNEL_STRIPE_H_

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// Stripe's webhooks: JSON events under an HMAC that carries its time. One payment is told of by
// several events, and sometimes one change by two; all of them share the payment intent's id, which
// is the trade_no here. The order's number stands in the object's metadata.
// Facts: docs.stripe.com/webhooks and docs.stripe.com/api/events/object.
class Stripe final : public Channel {
 public:
  std::string_view name() const override { return "stripe"; }
  std::vector<EventKind> events() const override;
  std::vector<Shape> shapes() const override;
  // truncated_base64 cuts the last digit off the hexadecimal signature.
  std::vector<Variant> variants(EventKind kind) const override;
  std::vector<std::string_view> schedules() const override;
  std::string MissingKey(const ChannelKeys& keys) const override;
  // The account; there is no second name.
  Payee payee(const ChannelKeys& keys) const override;
  std::string Refuses(const Notification& notification) const override;
  std::string NotifyId(const Notification& notification, Random random) const override;
  std::string TradeNo(SystemTime created_at, Random random) const override;
  std::string RefundId(SystemTime created_at, Random random) const override;
  // With one v1 for each of keys.stripe_secrets.
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // Any 2xx acknowledges; redirects are failures.
  Judgement Judge(const SendResult& result) const override;
  // Not published; 20 s here.
  std::chrono::milliseconds response_limit() const override;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_STRIPE_H_
