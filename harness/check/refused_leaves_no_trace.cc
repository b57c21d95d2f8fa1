#include "harness/check/refused_leaves_no_trace.h"

#include <set>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::Delivery;
using mockgw::Variant;

bool MustBeRefused(const Told& told) { return !told.genuine || !told.entry->acceptable; }

// The outbox with one column more: the trade number or refund id of the event.
Table WithEventId(const Table& outbox) {
  Table table = outbox;
  table.columns.emplace_back("event_id");
  for (size_t row = 0; row < table.rows.size(); ++row) {
    table.rows[row].emplace_back(EventId(outbox.At(row, "event_key")));
  }
  return table;
}

class Traces final {
 public:
  Traces(const CheckInput& input, const Casebook& cases)
      : notifications_(input.evidence.Find("notifications"), "notify_id"),
        payments_by_notify_(input.evidence.Find("payments"), "notify_id"),
        payments_by_trade_(input.evidence.Find("payments"), "trade_no"),
        refunds_(input.evidence.Find("refunds"), "refund_id"),
        exceptions_by_notify_(input.evidence.Find("exceptions"), "notify_id"),
        exceptions_by_trade_(input.evidence.Find("exceptions"), "trade_no"),
        outbox_table_(WithEventId(*input.evidence.Find("outbox"))),
        outbox_(&outbox_table_, "event_id"),
        moves_table_(*input.evidence.Find("transitions")),
        moves_(&moves_table_, "order_no") {
    for (const Told& told : cases.told()) {
      if (MustBeRefused(told)) continue;
      genuine_ids_.insert(told.subject_id());
      (told.is_refund() ? genuinely_refunded_ : genuinely_paid_)
          .insert(told.notification().order_no);
    }
  }

  // The tables with rows that this notification, which must be refused, has left.
  std::vector<Table> Of(const Told& told) const {
    std::vector<Table> left;
    const auto add = [&](Table rows) {
      if (!rows.rows.empty()) left.push_back(std::move(rows));
    };
    const std::string& notify_id = told.notification().notify_id;
    add(notifications_.Show(notify_id));
    add(payments_by_notify_.Show(notify_id));
    add(exceptions_by_notify_.Show(notify_id));
    // What another, genuine notification told as well may stand on record.
    if (!genuine_ids_.contains(told.subject_id())) {
      if (told.is_refund()) add(refunds_.Show(told.subject_id()));
      if (!told.is_refund() && payments_by_notify_.Count(notify_id) == 0) {
        add(payments_by_trade_.Show(told.subject_id()));
      }
      if (exceptions_by_notify_.Count(notify_id) == 0) {
        add(exceptions_by_trade_.Show(told.subject_id()));
      }
      add(outbox_.Show(told.subject_id()));
    }
    add(UnexplainedMoves(told));
    return left;
  }

 private:
  Table UnexplainedMoves(const Told& told) const {
    const std::string& order_no = told.notification().order_no;
    const bool paid = genuinely_paid_.contains(order_no);
    const bool refunded = genuinely_refunded_.contains(order_no);
    std::vector<size_t> rows;
    for (const size_t row : moves_.Rows(order_no)) {
      const std::string from = moves_.At(row, "from_state");
      const std::string to = moves_.At(row, "to_state");
      const bool by_refund = from == "refunding" || to == "refunding" || to == "refunded";
      const bool explained = by_refund ? refunded : (paid || (refunded && to != "paid"));
      if (!explained) rows.push_back(row);
    }
    return ShowRows(moves_table_, rows);
  }

  const RowIndex notifications_;
  const RowIndex payments_by_notify_;
  const RowIndex payments_by_trade_;
  const RowIndex refunds_;
  const RowIndex exceptions_by_notify_;
  const RowIndex exceptions_by_trade_;
  const Table outbox_table_;
  const RowIndex outbox_;
  const Table& moves_table_;
  const RowIndex moves_;
  std::set<std::string> genuine_ids_;  // trades and refunds
  std::set<std::string> genuinely_paid_;
  std::set<std::string> genuinely_refunded_;  // orders
};

// The deliveries of it that must be refused; those of them that were acknowledged go to `taken`.
size_t Hostile(const Told& told, std::vector<const Delivery*>& taken) {
  size_t count = 0;
  for (const Delivery* delivery : told.deliveries) {
    if (delivery->variant == Variant::kGenuine && told.entry->acceptable) continue;
    ++count;
    if (delivery->acknowledgement == Acknowledgement::kAcknowledged) taken.push_back(delivery);
  }
  return count;
}

std::string Describe(const std::vector<Table>& tables) {
  std::string text;
  for (const Table& table : tables) {
    text +=
        Format("{}{} in {}", text.empty() ? "" : ", ", Count(table.rows.size(), "row"), table.name);
  }
  return text;
}

}  // namespace

CheckResult RefusedLeavesNoTrace::Judge(const CheckInput& input) const {
  const Casebook cases(input.book);
  const Traces traces(input, cases);
  CheckResult result;
  for (const Told& told : cases.told()) {
    std::vector<const Delivery*> taken;
    if (Hostile(told, taken) == 0) continue;
    ++result.examined;
    const std::string& notify_id = told.notification().notify_id;
    if (!taken.empty()) {
      AddFinding(result, {"forged_acknowledged",
                          notify_id,
                          "a refusal of each delivery that is not genuine",
                          Format("delivery {} ({}) acknowledged", taken.front()->id,
                                 taken.front()->variant == Variant::kGenuine
                                     ? "wrong content"
                                     : ToString(taken.front()->variant)),
                          {ShowDeliveries(taken)}});
    }
    if (!MustBeRefused(told)) continue;
    std::vector<Table> left = traces.Of(told);
    if (left.empty()) continue;
    std::string got = Describe(left);
    AddFinding(result, {"trace_left", notify_id, "no row and no move of the order", std::move(got),
                        std::move(left)});
  }
  return result;
}

}  // namespace paystorm
