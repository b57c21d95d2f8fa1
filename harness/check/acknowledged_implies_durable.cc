#include "harness/check/acknowledged_implies_durable.h"

#include <algorithm>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// Empty when the row or rows of this refund hold what was told.
std::string RefundGap(const Told& told, const RowIndex& refunds) {
  const std::string& refund_id = told.subject_id();
  const std::vector<size_t>& rows = refunds.Rows(refund_id);
  if (rows.empty()) return Format("no row for refund {}", refund_id);
  if (told.notification().kind == mockgw::EventKind::kRefundAbnormal) return {};
  const bool settled = std::any_of(rows.begin(), rows.end(), [&](size_t row) {
    return refunds.At(row, "status") != "ABNORMAL";
  });
  return settled ? std::string() : Format("refund {} still ABNORMAL", refund_id);
}

}  // namespace

CheckResult AcknowledgedImpliesDurable::Judge(const CheckInput& input) const {
  const Casebook cases(input.book);
  const RowIndex payments(input.evidence.Find("payments"), "trade_no");
  const RowIndex exceptions(input.evidence.Find("exceptions"), "trade_no");
  const RowIndex refunds(input.evidence.Find("refunds"), "refund_id");
  const RowIndex notifications(input.evidence.Find("notifications"), "notify_id");
  CheckResult result;
  for (const Told& told : cases.told()) {
    if (told.acknowledged == 0 || !told.entry->acceptable) continue;
    ++result.examined;
    const std::string& notify_id = told.notification().notify_id;
    const std::string& id = told.subject_id();
    std::string got;
    if (told.is_refund()) {
      got = RefundGap(told, refunds);
    } else if (payments.Count(id) + exceptions.Count(id) == 0) {
      got = Format("no payment or exception row for trade {}", id);
    }
    if (got.empty()) {
      for (const size_t row : notifications.Rows(notify_id)) {
        const std::string state = notifications.At(row, "state");
        if (state != "done") got = Format("the notification's row says {}", state);
      }
    }
    if (got.empty()) continue;
    AddFinding(result, {"acknowledged_but_lost",
                        notify_id,
                        Format("the durable effect of what delivery {} was told is done",
                               told.first_acknowledged->id),
                        std::move(got),
                        {ShowDeliveries(told.deliveries), notifications.Show(notify_id),
                         told.is_refund() ? refunds.Show(id) : payments.Show(id)}});
  }
  return result;
}

}  // namespace paystorm
