#ifndef PAYSTORM_HARNESS_CHECK_CASEBOOK_H_
#define PAYSTORM_HARNESS_CHECK_CASEBOOK_H_

// What the checks share: the gateway book and the evidence tables, indexed once, so that a check
// over ten thousand deliveries asks no question twice.
//
// Everything here borrows from the CheckInput and must not outlive it. Thread-compatible.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/check/check.h"

namespace paystorm {

// The most findings of a result, and the most rows of a table in a finding.
constexpr size_t kFindingsShown = 20;
constexpr size_t kRowsShown = 20;

// One notification with what became of it.
struct Told {
  const mockgw::NotificationEntry* entry = nullptr;
  std::vector<const mockgw::Delivery*> deliveries;  // by id, without those that were never sent
  bool genuine = false;                             // a genuine delivery of it was sent
  int64_t acknowledged = 0;  // genuine deliveries of it that were acknowledged
  // The acknowledged genuine delivery that ended first; null when there is none.
  const mockgw::Delivery* first_acknowledged = nullptr;

  const mockgw::Notification& notification() const { return entry->notification; }
  bool is_refund() const { return mockgw::IsRefund(entry->notification.kind); }
  // The gateway's own number of what it is about: trade number or refund id.
  const std::string& subject_id() const {
    return is_refund() ? entry->notification.refund_id : entry->notification.trade_no;
  }
};

class Casebook final {
 public:
  explicit Casebook(const mockgw::Book& book);

  // In the order of the book.
  const std::vector<Told>& told() const { return told_; }
  // Told genuinely, acceptable, and not a refund of a payment that the subject was never told of
  // (which it does well to put off). Such a notification must have its effect.
  bool Due(const Told& told) const;

 private:
  std::vector<Told> told_;
  std::set<std::string_view> known_trades_;  // trades in the book
  std::set<std::string_view> told_trades_;   // trades with a genuine, acceptable payment told
};

// The rows of one table by the text of one column. Null cells are in no group.
class RowIndex final {
 public:
  // `table` may be null; then there are no rows.
  RowIndex(const Table* table, std::string_view column);

  // Row numbers, in the table's order.
  const std::vector<size_t>& Rows(const std::string& value) const;
  size_t Count(const std::string& value) const { return Rows(value).size(); }
  // These rows, at most kRowsShown of them, for a finding.
  Table Show(const std::string& value) const;
  // One cell of a row, as Table::At.
  std::string At(size_t row, std::string_view column) const;

 private:
  const Table* table_;
  std::unordered_map<std::string, std::vector<size_t>> rows_;
};

// The rows of those numbers, at most kRowsShown of them.
Table ShowRows(const Table& table, const std::vector<size_t>& rows);

// The deliveries as a table "deliveries", at most kRowsShown of them.
Table ShowDeliveries(const std::vector<const mockgw::Delivery*>& deliveries);

// True when the exceptions table holds that refund for a reason that keeps it from being booked on
// the order (any kind but refund_abnormal, which only says that it is not paid out yet).
bool SetAside(const RowIndex& exceptions_by_trade, const std::string& refund_id);

// The last part of an event key, a trade number or refund id: "order.paid:wxpay:4200001".
std::string EventId(const std::string& event_key);

// "1 row", "2 rows": a number with its word.
std::string Count(size_t number, std::string_view word);

// Adds a finding and makes the result violated. Beyond kFindingsShown it is counted only,
// unless it is the first of its reason: then it takes the place of one whose reason is shown twice.
void AddFinding(CheckResult& result, Finding finding);

// The text as a whole number; empty when it is none.
std::optional<int64_t> WholeNumber(const std::string& text);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_CASEBOOK_H_
