#ifndef PAYSTORM_REFERENCE_NOTIFY_NOTIFICATION_H_
#define PAYSTORM_REFERENCE_NOTIFY_NOTIFICATION_H_

#include <cstdint>
#include <string>

namespace paystorm_reference {

// What one verified and decrypted notification says. A plain value. Ids are 1..64 bytes of
// printable ASCII without blanks.
struct Notification {
  enum class Kind { kPayment, kRefund };
  // The gateway's words are SUCCESS, CLOSED, ABNORMAL.
  enum class RefundStatus { kSuccess, kClosed, kAbnormal };

  Kind kind = Kind::kPayment;
  std::string channel;     // e.g. "wxpay"
  std::string notify_id;   // the gateway's id of the notification; the same in every attempt
  std::string event_type;  // as sent, e.g. "TRANSACTION.SUCCESS"
  std::string order_no;
  std::string trade_no;      // the gateway's id of the payment
  int64_t amount_minor = 0;  // the whole order; 0 when not sent (refunds of stripe)
  std::string currency;      // empty when not sent (refunds carry none)
  std::string mchid;
  std::string appid;  // empty when not sent (refunds carry none)

  // Of a refund only.
  std::string refund_id;      // the gateway's id of the refund
  std::string out_refund_no;  // the merchant's
  RefundStatus refund_status = RefundStatus::kSuccess;
  int64_t refund_minor = 0;  // over zero, unless refunded_total_minor stands for it
  // All that was refunded of the trade, this refund among it; 0 when not sent. Alipay sends it in
  // place of the refund's own amount.
  int64_t refunded_total_minor = 0;
};

// "SUCCESS", "CLOSED", "ABNORMAL".
inline const char* RefundStatusName(Notification::RefundStatus status) {
  switch (status) {
    case Notification::RefundStatus::kSuccess:
      return "SUCCESS";
    case Notification::RefundStatus::kClosed:
      return "CLOSED";
    case Notification::RefundStatus::kAbnormal:
      break;
  }
  return "ABNORMAL";
}

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_NOTIFICATION_H_
