#ifndef PAYSTORM_MOCKGW_CHANNEL_ALIPAY_H_
#define PAYSTORM_MOCKGW_CHANNEL_ALIPAY_H_

#include <string>
#include <utility>
#include <vector>

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// Alipay's asynchronous notification of the open platform: a form, signed with RSA2. The time of
// sending is one of its fields, so that body and signature differ from attempt to attempt while
// notify_id stays. One trade is told of under several notify ids: paid, each partial refund,
// closed when all is refunded, finished when no refund is possible any more.
// Facts: copies of opendocs.alipay.com/open/270/105902; signature AlipaySignature.java
// (getSignCheckContentV1) of alipay-sdk-java-all; states developer.aliyun.com/ask/285132.
class Alipay final : public Channel {
 public:
  std::string_view name() const override { return "alipay"; }
  std::vector<EventKind> events() const override;
  std::vector<Shape> shapes() const override;
  // There is no time that a receiver checks, so stale and future are none of them.
  std::vector<Variant> variants(EventKind kind) const override;
  std::vector<std::string_view> schedules() const override;
  std::string MissingKey(const ChannelKeys& keys) const override;
  Payee payee(const ChannelKeys& keys) const override;
  std::string Refuses(const Notification& notification) const override;
  // 34 digits, among them the time of the first sending: 20260101 00222 080000 and 15 more.
  std::string NotifyId(const Notification& notification, Random random) const override;
  std::string TradeNo(SystemTime created_at, Random random) const override;
  // Empty: a refund goes by the merchant's own number, which is sent as out_biz_no.
  std::string RefundId(SystemTime created_at, Random random) const override;
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // Exactly the 7 bytes `success` at status 200 acknowledge. Whether a line break behind them would
  // do is not documented, so it does not.
  Judgement Judge(const SendResult& result) const override;
  // Not published; 15 s here.
  std::chrono::milliseconds response_limit() const override;
};

// Name and value, decoded; the order is the form's.
using AlipayFields = std::vector<std::pair<std::string, std::string>>;

// What is signed: all but sign and sign_type, in the order of their names (gateways.md 3.2).
std::string AlipaySignedContent(AlipayFields fields);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_ALIPAY_H_
