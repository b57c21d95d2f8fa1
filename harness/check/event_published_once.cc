#include "harness/check/event_published_once.h"

#include <map>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using Rows = std::map<std::string, std::vector<size_t>>;

// The rows behind one type of event, and the events of that type, by trade number or refund id.
void Compare(CheckResult& result, std::string_view type, const Table& effects, const Rows& behind,
             const Table& events, const Rows& published) {
  for (const auto& [id, rows] : behind) {
    ++result.examined;
    const auto found = published.find(id);
    const size_t count = found == published.end() ? 0 : found->second.size();
    const std::string order_no = effects.At(rows.front(), "order_no");
    std::string got = Count(count, "event");
    if (count == 1) {
      const std::string named = events.At(found->second.front(), "order_no");
      if (named == order_no) continue;
      got = Format("1 event that names order {}", named);
    }
    Finding finding{count < 2 ? "never_published" : "published_twice",
                    order_no,
                    Format("1 event {} for {} of order {}", type, id, order_no),
                    std::move(got),
                    {ShowRows(effects, rows)}};
    if (count > 0) finding.rows.push_back(ShowRows(events, found->second));
    AddFinding(result, std::move(finding));
  }
  for (const auto& [id, rows] : published) {
    ++result.examined;
    if (behind.contains(id)) continue;
    AddFinding(result, {"published_uncommitted",
                        events.At(rows.front(), "order_no"),
                        Format("a row of {} behind each event {}", effects.name, type),
                        Format("{} for {} and no row", Count(rows.size(), "event"), id),
                        {ShowRows(events, rows)}});
  }
}

Rows EventsOf(const Table& events, std::string_view type) {
  Rows rows;
  for (size_t row = 0; row < events.rows.size(); ++row) {
    if (events.At(row, "event_type") != type) continue;
    rows[EventId(events.At(row, "event_key"))].push_back(row);
  }
  return rows;
}

}  // namespace

CheckResult EventPublishedOnce::Judge(const CheckInput& input) const {
  const Table& events = *input.evidence.Find("events");
  const Table& payments = *input.evidence.Find("payments");
  const Table& refunds = *input.evidence.Find("refunds");
  const RowIndex exceptions(input.evidence.Find("exceptions"), "trade_no");
  Rows paid;
  for (size_t row = 0; row < payments.rows.size(); ++row) {
    paid[payments.At(row, "trade_no")].push_back(row);
  }
  Rows refunded;
  for (size_t row = 0; row < refunds.rows.size(); ++row) {
    const std::string refund_id = refunds.At(row, "refund_id");
    if (refunds.At(row, "status") != "SUCCESS" || SetAside(exceptions, refund_id)) continue;
    refunded[refund_id].push_back(row);
  }
  CheckResult result;
  Compare(result, "order.paid", payments, paid, events, EventsOf(events, "order.paid"));
  Compare(result, "order.refunded", refunds, refunded, events, EventsOf(events, "order.refunded"));
  return result;
}

}  // namespace paystorm
