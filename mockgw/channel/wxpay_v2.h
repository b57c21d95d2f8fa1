#ifndef PAYSTORM_MOCKGW_CHANNEL_WXPAY_V2_H_
#define PAYSTORM_MOCKGW_CHANNEL_WXPAY_V2_H_

#include <string>
#include <utility>
#include <vector>

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// WeChat Pay v2, in XML: payments signed by MD5 or HMAC-SHA256 with a key that both sides have,
// refunds unsigned but encrypted. It sends neither a notify id nor a time.
// Facts: pay.weixin.qq.com/doc/v2/merchant/4011937248 and
// pay.weixin.qq.com/wiki/doc/api/wxpay/ch/pay/H5Payment/chapter8_8.shtml.
class WxpayV2 final : public Channel {
 public:
  std::string_view name() const override { return "wxpay_v2"; }
  std::vector<EventKind> events() const override;
  std::vector<Shape> shapes() const override;
  // Of a refund `unsigned` is an encoded but not encrypted req_info, `header_only` a notice
  // without one, and wrong_key, empty_key and tampered are about the encryption.
  std::vector<Variant> variants(EventKind kind) const override;
  std::vector<std::string_view> schedules() const override;
  std::string MissingKey(const ChannelKeys& keys) const override;
  Payee payee(const ChannelKeys& keys) const override;
  std::string Refuses(const Notification& notification) const override;
  // The transaction id; of a refund its id and its status, as in "50...:SUCCESS".
  std::string NotifyId(const Notification& notification, Random random) const override;
  std::string TradeNo(SystemTime created_at, Random random) const override;
  std::string RefundId(SystemTime created_at, Random random) const override;
  HttpRequest Build(const Notification& notification, Variant variant, const ChannelKeys& keys,
                    const std::string& url, uint64_t seed, SystemTime signing_time,
                    Random random) const override;
  // 200 with the XML of a success and nothing around it acknowledges
  // (apifox.com/apidoc/project-1172626/doc-1871919); a declaration before it is part of it.
  Judgement Judge(const SendResult& result) const override;
  std::chrono::milliseconds response_limit() const override;
};

// Name and value; the order is the body's.
using V2Fields = std::vector<std::pair<std::string, std::string>>;

// Over all fields but `sign` whose value is not empty, in the order of their names, with &key=
// behind them. Upper-case hex.
std::string SignV2(const V2Fields& fields, const Secret& key, V2Sign sign);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_WXPAY_V2_H_
