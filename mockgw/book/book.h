#ifndef PAYSTORM_MOCKGW_BOOK_BOOK_H_
#define PAYSTORM_MOCKGW_BOOK_BOOK_H_

// The gateway book: the gateway's own truth about payments, refunds, notifications, deliveries and
// acknowledgements. Checks compare the subject's tables with it, never with one another alone.
//
// Plain values; Thread-compatible. The run owns one and adds to it from one thread.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mockgw/channel/channel.h"
#include "mockgw/channel/notification.h"

namespace paystorm::mockgw {

struct Payment {
  std::string order_no;
  std::string trade_no;  // unique in the book
  int64_t amount_minor = 0;
  std::string currency;
};

struct Refund {
  std::string refund_id;  // unique in the book
  std::string out_refund_no;
  std::string order_no;
  std::string trade_no;
  int64_t amount_minor = 0;
  EventKind state = EventKind::kRefundSuccess;  // the last one notified
};

struct NotificationEntry {
  Notification notification;
  std::string label;  // the scenario's `as:`; not unique over waves
  int wave = 1;       // 1-based
  // False when the content itself must be refused however well it is signed: another amount,
  // currency or payee than the order's.
  bool acceptable = true;
};

struct Delivery {
  uint64_t id = 0;  // 1-based, in the order of sending, unique in the run
  std::string notify_id;
  int attempt = 0;  // 1-based, counts all deliveries of one notification
  Variant variant = Variant::kGenuine;
  int instance = 0;  // 0-based index of the subject's instance
  int step = 0;      // 0-based index of the scenario step
  bool in_storm = false;
  int64_t gateway_ms = 0;  // gateway's clock, since the run began
  int64_t start_us = 0;    // real time since the run began
  int64_t end_us = 0;
  int status = 0;    // 0 when there was no full answer
  std::string body;  // the answer's, at most 200 bytes
  Acknowledgement acknowledgement = Acknowledgement::kUnanswered;
  bool not_sent = false;
  std::string reason;
  // What the answer asked of the timetable (mockgw/channel/channel.h); not part of the record.
  bool stop = false;
  std::optional<std::chrono::seconds> retry_after{};
};

struct Book {
  std::vector<Payment> payments;
  std::vector<Refund> refunds;
  std::vector<NotificationEntry> notifications;
  std::vector<Delivery> deliveries;  // by id

  // Null when there is none.
  const NotificationEntry* FindNotification(std::string_view notify_id) const;
  // In the order of sending.
  std::vector<const Delivery*> DeliveriesOf(std::string_view notify_id) const;
  // True when a genuine delivery of it was acknowledged.
  bool Acknowledged(std::string_view notify_id) const;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_BOOK_BOOK_H_
