#include "harness/check/converges.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using mockgw::Acknowledgement;
using mockgw::Delivery;

// When faults were on, from the history: in such a time a refusal is no fault of the subject.
class FaultTimes final {
 public:
  explicit FaultTimes(const std::vector<Event>& history) {
    int on = 0;
    for (const Event& event : history) {
      if (event.type == "fault_injected" && Lasts(event)) {
        if (on++ == 0) spans_.push_back({event.time_us, std::numeric_limits<int64_t>::max()});
      } else if (event.type == "fault_healed" && on > 0) {
        if (--on == 0) spans_.back().second = event.time_us;
      }
    }
  }

  bool Touch(const Delivery& delivery) const {
    return std::any_of(spans_.begin(), spans_.end(), [&](const auto& span) {
      return delivery.start_us <= span.second && delivery.end_us >= span.first;
    });
  }

 private:
  // Emptying Redis is over as soon as it is done; nothing heals it.
  static bool Lasts(const Event& event) {
    const auto kind = event.data.find("kind");
    return kind == event.data.end() || *kind != "empty_redis";
  }

  std::vector<std::pair<int64_t, int64_t>> spans_;
};

std::string WhatCameInstead(const Told& told) {
  const Delivery& last = *told.deliveries.back();
  return Format("none in {} attempts; the last: {}", told.deliveries.size(),
                last.reason.empty() ? ToString(last.acknowledgement) : last.reason);
}

bool RefusedAfterSuccess(const Told& told, const Delivery& delivery, const FaultTimes& faults) {
  return delivery.variant == mockgw::Variant::kGenuine && !delivery.in_storm &&
         delivery.acknowledgement == Acknowledgement::kRefused &&
         delivery.start_us >= told.first_acknowledged->end_us && !faults.Touch(delivery);
}

}  // namespace

CheckResult Converges::Judge(const CheckInput& input) const {
  const Casebook cases(input.book);
  const FaultTimes faults(input.history);
  CheckResult result;
  for (const Told& told : cases.told()) {
    if (!cases.Due(told)) continue;
    ++result.examined;
    const std::string& notify_id = told.notification().notify_id;
    if (told.first_acknowledged == nullptr) {
      AddFinding(result, {"never_acknowledged",
                          notify_id,
                          "an acknowledgement in the end",
                          WhatCameInstead(told),
                          {ShowDeliveries(told.deliveries)}});
      continue;
    }
    std::vector<const Delivery*> refused;
    for (const Delivery* delivery : told.deliveries) {
      if (RefusedAfterSuccess(told, *delivery, faults)) refused.push_back(delivery);
    }
    if (refused.empty()) continue;
    const size_t count = refused.size();
    refused.insert(refused.begin(), told.first_acknowledged);
    AddFinding(result, {"refused_after_success",
                        notify_id,
                        Format("an acknowledgement each time after delivery {}",
                               told.first_acknowledged->id),
                        Format("{} refused", count),
                        {ShowDeliveries(refused)}});
  }
  return result;
}

}  // namespace paystorm
