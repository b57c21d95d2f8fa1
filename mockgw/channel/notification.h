#ifndef PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_
#define PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_

// What a gateway tells a merchant, before any channel puts it into its own bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mockgw/base/clock.h"

namespace paystorm::mockgw {

enum class EventKind { kPaymentSuccess, kRefundSuccess, kRefundAbnormal, kRefundClosed };

// "payment_success", "refund_success", "refund_abnormal", "refund_closed": the same words in YAML,
// history and reports.
std::string_view ToString(EventKind kind);
std::optional<EventKind> EventKindFromString(std::string_view word);
bool IsRefund(EventKind kind);

struct Notification {
  std::string notify_id;  // the dedupe id a receiver sees; stays over retries
  EventKind kind = EventKind::kPaymentSuccess;
  std::string order_no;       // out_trade_no
  std::string trade_no;       // the gateway's transaction id
  std::string out_refund_no;  // empty for payments
  std::string refund_id;      // the gateway's refund id; empty for payments
  int64_t amount_minor = 0;   // the order's total at the gateway, > 0
  int64_t refund_minor = 0;   // this refund's amount; 0 for payments
  std::string currency = "CNY";
  // Empty: the channel's own. Set when a scenario pays to somebody else.
  std::string mchid;
  std::string appid;
  SystemTime created_at;  // the payload's own time
};

// How one delivery differs from a genuine one. Only kGenuine may be acknowledged.
enum class Variant {
  kGenuine,
  kUnsigned,     // no signature headers at all
  kWrongKey,     // signed by a key that is not the gateway's, under the gateway's serial
  kTampered,     // a byte of the body changed after signing
  kStale,        // rightly signed, 301 s ago
  kFuture,       // rightly signed, 301 s from now
  kWrongSerial,  // a serial that was never published
  kProbe,        // WECHATPAY/SIGNTEST/, gateways.md 1.3
};

// "genuine", "unsigned", "wrong_key", "tampered", "stale", "future", "wrong_serial", "probe".
std::string_view ToString(Variant variant);
std::optional<Variant> VariantFromString(std::string_view word);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_
