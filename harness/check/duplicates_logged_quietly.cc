#include "harness/check/duplicates_logged_quietly.h"

#include <algorithm>
#include <map>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr std::string_view kSkipped = "duplicate notification skipped";
constexpr std::string_view kStepFailed = "business step failed";

class LogOfOne final {
 public:
  LogOfOne(const Told& told, const RowIndex& log, const Table& table)
      : told_(told), log_(log), table_(table) {}

  void Judge(CheckResult& result) const {
    JudgeLevels(result);
    if (told_.acknowledged > 1) JudgeLine(result);
  }

 private:
  const mockgw::Notification& n() const { return told_.notification(); }

  void JudgeLevels(CheckResult& result) const {
    std::map<std::string, std::vector<size_t>> loud;  // by message
    for (const size_t row : log_.Rows(n().notify_id)) {
      const std::string level = log_.At(row, "level");
      const std::string message = log_.At(row, "message");
      if (level != "warn" && level != "error") continue;
      if (level == "error" && message == kStepFailed) continue;
      loud[message].push_back(row);
    }
    const auto failed = static_cast<size_t>(std::count_if(
        told_.deliveries.begin(), told_.deliveries.end(), [](const mockgw::Delivery* delivery) {
          return delivery->acknowledgement != mockgw::Acknowledgement::kAcknowledged;
        }));
    for (const auto& [message, rows] : loud) {
      if (rows.size() <= failed) continue;
      AddFinding(result, {"logged_as_error",
                          n().notify_id,
                          "acknowledged deliveries logged at info",
                          Format("{} at {}: {} ({} not acknowledged)", Count(rows.size(), "line"),
                                 log_.At(rows.front(), "level"), message, failed),
                          {ShowRows(table_, rows), ShowDeliveries(told_.deliveries)}});
    }
  }

  void JudgeLine(CheckResult& result) const {
    const std::vector<size_t>& rows = log_.Rows(n().notify_id);
    const bool there = std::any_of(rows.begin(), rows.end(), [&](size_t row) {
      return log_.At(row, "level") == "info" && log_.At(row, "message") == kSkipped &&
             log_.At(row, "order_no") == n().order_no && !log_.At(row, "channel").empty();
    });
    if (there) return;
    AddFinding(result,
               {"not_logged",
                n().notify_id,
                Format("a line at info, \"{}\", with channel, notify id and order no", kSkipped),
                Format("none for {}", Count(static_cast<size_t>(told_.acknowledged - 1),
                                            "acknowledged duplicate")),
                {log_.Show(n().notify_id)}});
  }

  const Told& told_;
  const RowIndex& log_;
  const Table& table_;
};

}  // namespace

CheckResult DuplicatesLoggedQuietly::Judge(const CheckInput& input) const {
  const Casebook cases(input.book);
  const Table& table = *input.evidence.Find("subject_log");
  const RowIndex log(&table, "notify_id");
  CheckResult result;
  for (const Told& told : cases.told()) {
    if (told.acknowledged == 0 || !told.entry->acceptable) continue;
    ++result.examined;
    LogOfOne(told, log, table).Judge(result);
  }
  return result;
}

}  // namespace paystorm
