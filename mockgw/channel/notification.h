#ifndef PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_
#define PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_

// What a gateway tells a merchant, before any channel puts it into its own bytes.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mockgw/base/clock.h"

namespace paystorm::mockgw {

// Each channel sends some of these; Channel::events() says which.
enum class EventKind {
  kPaymentSuccess,
  kTradeFinished,      // alipay: the trade is over and was paid
  kChargeSucceeded,    // stripe: another event of the same payment
  kCheckoutCompleted,  // stripe: another event of the same payment
  kRefundSuccess,
  kRefundAbnormal,
  kRefundClosed,
  kProfitSharing,  // wxpay: under TRANSACTION.SUCCESS, and no payment
};

// "payment_success", "trade_finished", "charge_succeeded", "checkout_completed", "refund_success",
// "refund_abnormal", "refund_closed", "profit_sharing": the same words in YAML, history and
// reports.
std::string_view ToString(EventKind kind);
std::optional<EventKind> EventKindFromString(std::string_view word);
// In the order of the enumeration.
const std::vector<EventKind>& AllEventKinds();
bool IsRefund(EventKind kind);
// True for every event that says that an order was paid.
bool IsPayment(EventKind kind);

// Whose order it is at WeChat Pay v3: a direct merchant's, a partner's sub-merchant's, or several
// orders paid at once (gateways.md 1.6). Other channels know only kOrdinary.
enum class OrderForm { kOrdinary, kPartner, kCombined };

// "ordinary", "partner", "combined".
std::string_view ToString(OrderForm form);
std::optional<OrderForm> OrderFormFromString(std::string_view word);

// How the content is dressed; a receiver has to take all of them alike.
enum class Shape {
  kPlain,
  kUnknownFields,  // fields that the gateway added since
  kCoupons,        // the payer paid less than the total, by two coupons
  kSymbols,        // "+ & = %" and a blank in a text of the merchant's
  kQuotes,         // quotes, a backslash and an apostrophe
  kEmoji,          // four-byte UTF-8 and combining marks
  kGbk,            // alipay: charset=GBK, with Chinese text
  kMaximalText,    // every text of the merchant's at its published maximum
  kIndented,       // JSON channels: indented instead of compact
};

// "plain", "unknown_fields", "coupons", "symbols", "quotes", "emoji", "gbk", "maximal_text",
// "indented".
std::string_view ToString(Shape shape);
std::optional<Shape> ShapeFromString(std::string_view word);
const std::vector<Shape>& AllShapes();

// A further order in a combined payment.
struct SubOrder {
  std::string order_no;
  std::string trade_no;
  int64_t amount_minor = 0;  // > 0
};

// One change by hand; mockgw/channel/override.h.
struct Override {
  std::string path;
  std::string value;
};

struct Notification {
  std::string notify_id;  // the dedupe id a receiver sees; stays over retries
  EventKind kind = EventKind::kPaymentSuccess;
  OrderForm form = OrderForm::kOrdinary;
  Shape shape = Shape::kPlain;
  std::string order_no;       // out_trade_no
  std::string trade_no;       // the gateway's transaction id
  std::string out_refund_no;  // empty for payments
  std::string refund_id;      // the gateway's refund id; empty for payments
  int64_t amount_minor = 0;   // the order's total at the gateway, > 0
  int64_t refund_minor = 0;   // this refund's amount; 0 for payments
  // All that has been refunded of this trade, this refund among it; 0 for payments. Alipay sends it
  // in place of the refund's own amount.
  int64_t refunded_total_minor = 0;
  std::string currency = "CNY";
  // Empty: the channel's own. Set when a scenario pays to somebody else.
  std::string mchid;
  std::string appid;
  std::vector<SubOrder> more_orders;  // kCombined only: paid by the same payment, same currency
  // Changes to the content before it is signed: to wxpay's resource, to the whole of the other
  // JSON bodies, to fields of a form or XML. Not part of the record.
  std::vector<Override> overrides;
  SystemTime created_at;  // the payload's own time
};

// How one delivery differs from a genuine one. Only kGenuine may be acknowledged.
// Each channel has some of these; Channel::variants(kind) says which.
enum class Variant {
  kGenuine,
  kUnsigned,         // nothing of a signature at all
  kWrongKey,         // signed by a key that is not the gateway's, under the gateway's serial
  kTampered,         // a byte of the body changed after signing
  kStale,            // rightly signed, 301 s ago
  kFuture,           // rightly signed, 306 s from now
  kWrongSerial,      // a serial that was never published
  kProbe,            // WECHATPAY/SIGNTEST/, gateways.md 1.3
  kEmptyKey,         // signed with an empty secret
  kOtherBody,        // the genuine signature of another body of the gateway's
  kHeaderOnly,       // a genuine signature, and an empty body
  kOtherChannel,     // a genuine request of another channel
  kBadTag,           // rightly signed, but the GCM tag in it does not fit
  kBadAad,           // rightly signed, but encrypted under other associated data
  kTruncatedBase64,  // the signature without the last character that carries bits
};

// "genuine", "unsigned", "wrong_key", "tampered", "stale", "future", "wrong_serial", "probe",
// "empty_key", "other_body", "header_only", "other_channel", "bad_tag", "bad_aad",
// "truncated_base64".
std::string_view ToString(Variant variant);
std::optional<Variant> VariantFromString(std::string_view word);
const std::vector<Variant>& AllVariants();

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_NOTIFICATION_H_
