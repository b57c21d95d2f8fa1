#ifndef PAYSTORM_HARNESS_CHECK_SCENE_FOR_TEST_H_
#define PAYSTORM_HARNESS_CHECK_SCENE_FOR_TEST_H_

// A hand-written run for tests of checks: book, history and evidence, built row by row.
// Owned by one thread.

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/check/check.h"

namespace paystorm {

struct Scene {
  mockgw::Book book;
  std::vector<Event> history;
  Evidence evidence;

  // Every table is there, with its documented columns and no row.
  Scene() {
    const std::map<std::string, std::vector<std::string>> tables = {
        {"orders", {"order_no", "state", "amount_minor", "currency", "refunded_minor"}},
        {"payments", {"channel", "trade_no", "order_no", "amount_minor", "currency", "notify_id"}},
        {"refunds", {"channel", "refund_id", "order_no", "amount_minor", "status"}},
        {"notifications", {"channel", "notify_id", "event_type", "order_no", "state", "attempts"}},
        {"outbox", {"event_key", "event_type", "order_no", "published"}},
        {"events", {"event_key", "event_type", "order_no"}},
        {"exceptions", {"channel", "kind", "order_no", "trade_no", "notify_id"}},
        {"transitions", {"order_no", "from_state", "to_state"}},
        {"subject_log",
         {"instance", "level", "message", "channel", "notify_id", "order_no", "layer"}}};
    for (const auto& [name, columns] : tables) evidence.tables[name] = {name, "", columns, {}};
  }

  Scene& Row(std::string_view table, std::vector<Cell> cells) {
    Table& t = evidence.tables.find(table)->second;
    CHECK(cells.size() == t.columns.size()) << table;
    t.rows.push_back(std::move(cells));
    return *this;
  }
  Scene& Clear(std::string_view table) {
    evidence.tables.find(table)->second.rows.clear();
    return *this;
  }
  // Writes a cell of a row that is there.
  Scene& Set(std::string_view table, size_t row, std::string_view column, Cell cell) {
    Table& t = evidence.tables.find(table)->second;
    for (size_t i = 0; i < t.columns.size(); ++i) {
      if (t.columns[i] == column) t.rows.at(row).at(i) = std::move(cell);
    }
    return *this;
  }

  mockgw::NotificationEntry& Tell(std::string notify_id, mockgw::EventKind kind,
                                  std::string order_no, std::string trade_no,
                                  int64_t amount_minor = 9900, std::string refund_id = "",
                                  int64_t refund_minor = 0) {
    mockgw::NotificationEntry& entry = book.notifications.emplace_back();
    mockgw::Notification& n = entry.notification;
    n.notify_id = std::move(notify_id);
    n.kind = kind;
    n.order_no = std::move(order_no);
    n.trade_no = std::move(trade_no);
    n.refund_id = std::move(refund_id);
    n.amount_minor = amount_minor;
    n.refund_minor = refund_minor;
    return entry;
  }
  // A new payment of the gateway with its first notification.
  mockgw::NotificationEntry& Pay(std::string notify_id, const std::string& order_no,
                                 const std::string& trade_no, int64_t amount_minor = 9900) {
    book.payments.push_back({order_no, trade_no, amount_minor, "CNY"});
    return Tell(std::move(notify_id), mockgw::EventKind::kPaymentSuccess, order_no, trade_no,
                amount_minor);
  }
  mockgw::NotificationEntry& Refund(std::string notify_id, const std::string& order_no,
                                    const std::string& trade_no, const std::string& refund_id,
                                    int64_t refund_minor,
                                    mockgw::EventKind kind = mockgw::EventKind::kRefundSuccess) {
    book.refunds.push_back({refund_id, "OUT-" + refund_id, order_no, trade_no, refund_minor, kind});
    return Tell(std::move(notify_id), kind, order_no, trade_no, 9900, refund_id, refund_minor);
  }
  // Each delivery takes 1 ms and begins when the one before has ended.
  mockgw::Delivery& Deliver(const std::string& notify_id, mockgw::Acknowledgement taken,
                            mockgw::Variant variant = mockgw::Variant::kGenuine) {
    const auto id = static_cast<uint64_t>(book.deliveries.size() + 1);
    mockgw::Delivery& delivery = book.deliveries.emplace_back();
    delivery.id = id;
    delivery.notify_id = notify_id;
    delivery.attempt = 1;
    delivery.variant = variant;
    delivery.start_us = static_cast<int64_t>(id) * 1000;
    delivery.end_us = delivery.start_us + 1000;
    delivery.status = taken == mockgw::Acknowledgement::kAcknowledged ? 200 : 503;
    delivery.acknowledgement = taken;
    return delivery;
  }

  // Order A is paid by T1 (refused once, acknowledged, told again), then refunded in part by R1;
  // a forged payment F1 for order B is refused. Every check holds on it.
  static Scene Good() {
    using mockgw::Acknowledgement;
    Scene s;
    s.Pay("EV-1", "A", "T1");
    s.Deliver("EV-1", Acknowledgement::kRefused);
    s.Deliver("EV-1", Acknowledgement::kAcknowledged);
    s.Deliver("EV-1", Acknowledgement::kAcknowledged);
    s.Refund("EV-2", "A", "T1", "R1", 3000);
    s.Deliver("EV-2", Acknowledgement::kAcknowledged);
    s.Pay("EV-F", "B", "F1");
    s.Deliver("EV-F", Acknowledgement::kRefused, mockgw::Variant::kWrongKey);
    s.Row("orders", {"A", "paid", "9900", "CNY", "3000"});
    s.Row("orders", {"B", "pending", "9900", "CNY", "0"});
    s.Row("payments", {"wxpay", "T1", "A", "9900", "CNY", "EV-1"});
    s.Row("refunds", {"wxpay", "R1", "A", "3000", "SUCCESS"});
    s.Row("notifications", {"wxpay", "EV-1", "TRANSACTION.SUCCESS", "A", "done", "2"});
    s.Row("notifications", {"wxpay", "EV-2", "REFUND.SUCCESS", "A", "done", "1"});
    for (const char* table : {"outbox", "events"}) {
      std::vector<Cell> paid = {"order.paid:wxpay:T1", "order.paid", "A"};
      std::vector<Cell> refunded = {"order.refunded:wxpay:R1", "order.refunded", "A"};
      if (std::string_view(table) == "outbox") paid.emplace_back("1"), refunded.emplace_back("1");
      s.Row(table, paid).Row(table, refunded);
    }
    s.Row("transitions", {"A", "pending", "paid"});
    s.Row("transitions", {"A", "paid", "refunding"});
    s.Row("transitions", {"A", "refunding", "paid"});
    s.Row("subject_log", {"1", "error", "business step failed", "wxpay", "EV-1", "A", ""});
    s.Row("subject_log", {"1", "info", "notification processed", "wxpay", "EV-1", "A", ""});
    s.Row("subject_log",
          {"1", "info", "duplicate notification skipped", "wxpay", "EV-1", "A", "notify_log"});
    s.Row("subject_log",
          {"1", "warn", "notification refused", "wxpay", std::nullopt, std::nullopt, "signature"});
    return s;
  }

  CheckResult Judge(std::string_view check) const {
    const Check* found = FindCheck(check);
    CHECK(found != nullptr) << check;
    return RunCheck(*found, {book, history, evidence}, {"a.yaml", 3, 5});
  }
};

// The reasons of the findings, in their order.
inline std::vector<std::string> Reasons(const CheckResult& result) {
  std::vector<std::string> reasons;
  for (const Finding& finding : result.findings) reasons.push_back(finding.reason);
  return reasons;
}

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_SCENE_FOR_TEST_H_
