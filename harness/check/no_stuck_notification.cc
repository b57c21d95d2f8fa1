#include "harness/check/no_stuck_notification.h"

#include <unordered_map>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {

CheckResult NoStuckNotification::Judge(const CheckInput& input) const {
  const Casebook cases(input.book);
  const Table& table = *input.evidence.Find("notifications");
  std::unordered_map<std::string, const Told*> finished;
  for (const Told& told : cases.told()) {
    if (told.acknowledged > 0) finished[told.notification().notify_id] = &told;
  }
  CheckResult result;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    ++result.examined;
    const std::string notify_id = table.At(row, "notify_id");
    const std::string state = table.At(row, "state");
    const auto told = finished.find(notify_id);
    const bool over = told != finished.end();
    if (state != "processing" && !(state == "failed" && over)) continue;
    Finding finding{"stuck",
                    notify_id,
                    over ? "done: the gateway will not come back" : "nothing in work at the end",
                    state,
                    {ShowRows(table, {row})}};
    if (over) finding.rows.push_back(ShowDeliveries(told->second->deliveries));
    AddFinding(result, std::move(finding));
  }
  // A subject whose table is empty has nothing stuck in it; it was looked at all the same.
  result.examined += static_cast<int64_t>(finished.size());
  return result;
}

}  // namespace paystorm
