#include "harness/check/casebook.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "mockgw/base/format.h"

namespace paystorm {

using mockgw::Acknowledgement;
using mockgw::Delivery;
using mockgw::Variant;

Casebook::Casebook(const mockgw::Book& book) {
  std::unordered_map<std::string_view, size_t> index;
  told_.reserve(book.notifications.size());
  for (const mockgw::NotificationEntry& entry : book.notifications) {
    index.emplace(entry.notification.notify_id, told_.size());
    told_.emplace_back().entry = &entry;
  }
  for (const Delivery& delivery : book.deliveries) {
    const auto found = index.find(delivery.notify_id);
    if (found != index.end() && !delivery.not_sent) {
      told_[found->second].deliveries.push_back(&delivery);
    }
  }
  for (Told& told : told_) {
    std::sort(told.deliveries.begin(), told.deliveries.end(),
              [](const Delivery* a, const Delivery* b) { return a->id < b->id; });
    for (const Delivery* delivery : told.deliveries) {
      if (delivery->variant != Variant::kGenuine) continue;
      told.genuine = true;
      if (delivery->acknowledgement != Acknowledgement::kAcknowledged) continue;
      ++told.acknowledged;
      const Delivery*& first = told.first_acknowledged;
      if (first == nullptr || delivery->end_us < first->end_us) first = delivery;
    }
  }
  for (const mockgw::Payment& payment : book.payments) known_trades_.insert(payment.trade_no);
  for (const Told& told : told_) {
    if (told.genuine && told.entry->acceptable && !told.is_refund()) {
      told_trades_.insert(told.notification().trade_no);
    }
  }
}

bool Casebook::Due(const Told& told) const {
  if (!told.genuine || !told.entry->acceptable) return false;
  if (!told.is_refund() || told.acknowledged > 0) return true;
  const std::string& trade_no = told.notification().trade_no;
  return !known_trades_.contains(trade_no) || told_trades_.contains(trade_no);
}

RowIndex::RowIndex(const Table* table, std::string_view column) : table_(table) {
  if (table == nullptr) return;
  const auto found = std::find(table->columns.begin(), table->columns.end(), column);
  const size_t at = static_cast<size_t>(found - table->columns.begin());
  for (size_t row = 0; row < table->rows.size(); ++row) {
    const std::vector<Cell>& cells = table->rows[row];
    if (at < cells.size() && cells[at]) rows_[*cells[at]].push_back(row);
  }
}

const std::vector<size_t>& RowIndex::Rows(const std::string& value) const {
  static const std::vector<size_t> kNone;
  const auto found = rows_.find(value);
  return found == rows_.end() ? kNone : found->second;
}

Table RowIndex::Show(const std::string& value) const {
  return table_ == nullptr ? Table{} : ShowRows(*table_, Rows(value));
}

std::string RowIndex::At(size_t row, std::string_view column) const {
  return table_ == nullptr ? std::string() : table_->At(row, column);
}

Table ShowRows(const Table& table, const std::vector<size_t>& rows) {
  Table shown{table.name, table.source, table.columns, {}};
  for (const size_t row : rows) {
    if (shown.rows.size() == kRowsShown) break;
    shown.rows.push_back(table.rows.at(row));
  }
  return shown;
}

Table ShowDeliveries(const std::vector<const Delivery*>& deliveries) {
  Table shown{"deliveries",
              "gateway book",
              {"id", "notify_id", "attempt", "variant", "instance", "gateway_ms", "status",
               "acknowledgement", "reason"},
              {}};
  for (const Delivery* d : deliveries) {
    if (shown.rows.size() == kRowsShown) break;
    shown.rows.push_back({std::to_string(d->id), d->notify_id, std::to_string(d->attempt),
                          std::string(ToString(d->variant)), std::to_string(d->instance),
                          std::to_string(d->gateway_ms), std::to_string(d->status),
                          std::string(ToString(d->acknowledgement)), d->reason});
  }
  return shown;
}

bool SetAside(const RowIndex& exceptions_by_trade, const std::string& refund_id) {
  const std::vector<size_t>& rows = exceptions_by_trade.Rows(refund_id);
  return std::any_of(rows.begin(), rows.end(), [&](size_t row) {
    return exceptions_by_trade.At(row, "kind") != "refund_abnormal";
  });
}

std::string EventId(const std::string& event_key) {
  const size_t colon = event_key.rfind(':');
  return colon == std::string::npos ? event_key : event_key.substr(colon + 1);
}

std::string Count(size_t number, std::string_view word) {
  return Format("{} {}{}", number, word, number == 1 ? "" : "s");
}

void AddFinding(CheckResult& result, Finding finding) {
  result.verdict = Verdict::kViolated;
  ++result.findings_total;
  if (result.findings.size() < kFindingsShown) {
    result.findings.push_back(std::move(finding));
    return;
  }
  const auto same_reason = [&](const std::string& reason) {
    return std::count_if(result.findings.begin(), result.findings.end(),
                         [&](const Finding& f) { return f.reason == reason; });
  };
  if (same_reason(finding.reason) > 0) return;
  for (auto shown = result.findings.rbegin(); shown != result.findings.rend(); ++shown) {
    if (same_reason(shown->reason) < 2) continue;
    *shown = std::move(finding);
    return;
  }
}

std::optional<int64_t> WholeNumber(const std::string& text) {
  int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

}  // namespace paystorm
