#ifndef PAYSTORM_MOCKGW_CHANNEL_STANDARD_WEBHOOKS_H_
#define PAYSTORM_MOCKGW_CHANNEL_STANDARD_WEBHOOKS_H_

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// Standard Webhooks: what many younger services send. An id, a time and one signature for each
// active secret stand in headers; the payload is the service's own, here a payment's:
//   {"type":"payment.succeeded","timestamp":"2026-01-01T08:00:00+08:00","data":{"order_no":"T1",
//    "trade_no":"pay_…","amount_minor":9900,"currency":"CNY"}}
// Facts: standard-webhooks/spec/standard-webhooks.md.
class StandardWebhooks final : public Channel {
 public:
  std::string_view name() const override { return "standard_webhooks"; }
  std::vector<EventKind> events() const override;
  std::vector<Shape> shapes() const override;
  std::vector<Variant> variants(EventKind kind) const override;
  std::vector<std::string_view> schedules() const override;
  std::string MissingKey(const ChannelKeys& keys) const override;
  // Nobody: the payload names no payee.
  Payee payee(const ChannelKeys& keys) const override;
  std::string Refuses(const Notification& notification) const override;
  std::string NotifyId(const Notification& notification, Random random) const override;
  std::string TradeNo(SystemTime created_at, Random random) const override;
  std::string RefundId(SystemTime created_at, Random random) const override;
  // v1 with each of keys.webhook_secrets, or v1a when keys.webhook_asymmetric.
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // Any 2xx acknowledges; redirects are failures; 410 asks for no further delivery, and a
  // Retry-After in seconds with 429, 502, 503 or 504 for a later one.
  Judgement Judge(const SendResult& result) const override;
  // The specification advises 15-30 s; 20 s here.
  std::chrono::milliseconds response_limit() const override;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_STANDARD_WEBHOOKS_H_
