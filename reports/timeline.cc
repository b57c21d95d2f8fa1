#include "reports/timeline.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "mockgw/base/format.h"
#include "reports/phrases.h"

namespace paystorm::reports {
namespace {

using Kind = TimelineMark::Kind;

constexpr int64_t kLeastSkipMs = 1000;

// Something that gets a column. Exactly one of the three is set.
struct Happening {
  int64_t time_us = 0;
  int64_t gateway_ms = 0;
  const mockgw::Delivery* delivery = nullptr;
  const StormStats* storm = nullptr;
  const Event* event = nullptr;
  bool is_end = false;  // of the delivery; has a column only when something came in between
};

// How the actions that the run logs pair up, and what they are called together.
struct FaultWords {
  std::string_view kind;
  std::string_view healing;  // empty: strikes once
  std::string_view label;
};
constexpr std::array<FaultWords, 7> kFaults = {{
    {"reject_writes", "allow_writes", "writes refused"},
    {"hold_order", "release_order", "order row held"},
    {"kill_subject", "restart_subject", "process down"},
    {"stop_database", "start_database", "database down"},
    {"stop_redis", "start_redis", "Redis down"},
    {"empty_redis", "", "Redis emptied"},
    {"redis_emptied", "", "Redis emptied"},
}};

std::string TextOf(const Event& event, const char* key) {
  const auto found = event.data.find(key);
  if (found == event.data.end()) return {};
  return found->is_string() ? found->get<std::string>() : DumpJson(*found);
}

std::string FaultLabel(const Event& event) {
  const std::string kind = TextOf(event, "kind");
  for (const FaultWords& words : kFaults) {
    if (kind == words.kind || (!words.healing.empty() && kind == words.healing)) {
      return std::string(words.label);
    }
  }
  return kind.empty() ? "fault" : kind;
}

bool StrikesOnce(const Event& event) {
  const std::string kind = TextOf(event, "kind");
  return std::any_of(kFaults.begin(), kFaults.end(), [&](const FaultWords& words) {
    return kind == words.kind && words.healing.empty();
  });
}

bool IsFaultEvent(const Event& event) {
  return event.type == "fault_injected" || event.type == "fault_fired" ||
         event.type == "fault_healed" || event.type == "subject_killed" ||
         event.type == "subject_ready";
}

std::string MarkTitle(const mockgw::Delivery& delivery) {
  std::string title =
      Format("attempt {} at {}: {}", delivery.attempt, GatewayTime(delivery.gateway_ms),
             mockgw::ToString(delivery.acknowledgement));
  if (delivery.status != 0) title += Format(", HTTP {}", delivery.status);
  title += Format(", after {}", RealTime(delivery.end_us - delivery.start_us));
  if (delivery.variant != mockgw::Variant::kGenuine) {
    title += Format(", {}", mockgw::ToString(delivery.variant));
  }
  if (delivery.instance > 0) title += Format(", instance {}", delivery.instance + 1);
  if (!delivery.reason.empty()) title += Format(" ({})", delivery.reason);
  return title;
}

Kind KindOf(mockgw::Acknowledgement acknowledgement) {
  switch (acknowledgement) {
    case mockgw::Acknowledgement::kAcknowledged:
      return Kind::kAcknowledged;
    case mockgw::Acknowledgement::kRefused:
      return Kind::kRefused;
    case mockgw::Acknowledgement::kUnanswered:
      break;
  }
  return Kind::kUnanswered;
}

class Builder {
 public:
  explicit Builder(const ScenarioRecord& scenario) : scenario_(scenario) {}

  Timeline Build() {
    Collect();
    AddEnds();
    if (happenings_.size() > kMostColumns) {
      timeline_.columns_left_off = happenings_.size() - kMostColumns;
      happenings_.resize(kMostColumns);
    }
    MakeColumns();
    for (size_t column = 0; column < happenings_.size(); ++column) Place(column);
    Join();
    return std::move(timeline_);
  }

 private:
  struct StormStart {
    int64_t time_us = 0, gateway_ms = 0;
  };

  void Collect() {
    std::map<std::string, int, std::less<>> waves;
    for (const auto& entry : scenario_.book.notifications) {
      waves[entry.notification.notify_id] = entry.wave;
    }
    std::map<std::pair<int, int>, StormStart> starts;
    for (const mockgw::Delivery& delivery : scenario_.book.deliveries) {
      if (!delivery.in_storm) {
        happenings_.push_back(
            {delivery.start_us, delivery.gateway_ms, &delivery, nullptr, nullptr});
        timeline_.worth_drawing = true;
        continue;
      }
      const auto key = std::pair(delivery.step, waves[delivery.notify_id]);
      const auto [start, fresh] =
          starts.try_emplace(key, StormStart{delivery.start_us, delivery.gateway_ms});
      if (!fresh) start->second.time_us = std::min(start->second.time_us, delivery.start_us);
    }
    for (const StormStats& storm : scenario_.storms) {
      const auto start = starts.find({storm.step, storm.wave});
      if (start == starts.end()) continue;
      happenings_.push_back(
          {start->second.time_us, start->second.gateway_ms, nullptr, &storm, nullptr});
    }
    CollectFaults();
    Sort();
  }

  void Sort() {
    std::stable_sort(happenings_.begin(), happenings_.end(),
                     [](const Happening& a, const Happening& b) { return a.time_us < b.time_us; });
  }

  void AddEnds() {
    const size_t begun = happenings_.size();
    for (size_t i = 0; i + 1 < begun; ++i) {
      const mockgw::Delivery* one = happenings_[i].delivery;
      if (one == nullptr || happenings_[i + 1].time_us >= one->end_us) continue;
      const int64_t took_ms = (one->end_us - one->start_us) / 1000;
      happenings_.push_back(
          {one->end_us, one->gateway_ms + took_ms, one, nullptr, nullptr, /*is_end=*/true});
    }
    Sort();
  }

  // One event a change: a subject that becomes ready at the start, and a fault's repeated healing,
  // change nothing.
  void CollectFaults() {
    std::map<std::string, int> open;
    for (const Event& event : scenario_.history) {
      if (!IsFaultEvent(event)) continue;
      const std::string lane = LaneOf(event);
      int& broken = open[lane];
      if (event.type == "fault_fired" || StrikesOnce(event)) {
        // Strikes that follow one another at once are one to the eye.
        if (!happenings_.empty() && happenings_.back().event != nullptr &&
            LaneOf(*happenings_.back().event) == lane &&
            happenings_.back().event->type == event.type)
          continue;
      } else if (Heals(event)) {
        if (broken == 0) continue;
        broken = 0;
      } else {
        if (broken != 0) continue;
        broken = 1;
      }
      happenings_.push_back({event.time_us, event.gateway_ms, nullptr, nullptr, &event});
      timeline_.worth_drawing = true;
    }
  }

  static bool Heals(const Event& event) {
    return event.type == "fault_healed" || event.type == "subject_ready";
  }

  static std::string LaneOf(const Event& event) {
    if (event.type == "subject_killed" || event.type == "subject_ready") return "process down";
    return FaultLabel(event);
  }

  void MakeColumns() {
    for (size_t i = 0; i < happenings_.size(); ++i) {
      TimelineColumn column{happenings_[i].gateway_ms, 0};
      if (i > 0) {
        const int64_t real_ms = (happenings_[i].time_us - happenings_[i - 1].time_us) / 1000;
        const int64_t passed_ms = happenings_[i].gateway_ms - happenings_[i - 1].gateway_ms;
        // Whole seconds: "+15 s", whatever the answer before it took.
        if (passed_ms - real_ms >= kLeastSkipMs)
          column.skipped_ms = (passed_ms + 500) / 1000 * 1000;
      }
      timeline_.columns.push_back(column);
    }
  }

  void Place(size_t column) {
    const Happening& happening = happenings_[column];
    if (happening.delivery != nullptr) {
      PlaceDelivery(column, *happening.delivery);
    } else if (happening.storm != nullptr) {
      const StormStats& storm = *happening.storm;
      Lane(storms_, "storm", "")
          .marks.push_back({Kind::kStorm, column, column, true,
                            Format("wave {}: {}", storm.wave, StormLine(storm))});
    } else {
      PlaceFault(column, *happening.event);
    }
  }

  void PlaceDelivery(size_t column, const mockgw::Delivery& delivery) {
    if (happenings_[column].is_end) return;
    size_t end = column;
    while (end < happenings_.size() &&
           !(happenings_[end].is_end && happenings_[end].delivery == &delivery)) {
      ++end;
    }
    const bool overlapped =
        column + 1 < happenings_.size() && happenings_[column + 1].time_us < delivery.end_us;
    TimelineMark mark{KindOf(delivery.acknowledgement), column, column, true, MarkTitle(delivery)};
    if (overlapped) {
      mark.ends = end < happenings_.size();
      mark.end_column = std::min(end, happenings_.size() - 1);
    }
    FreeLane(Label(delivery), delivery.notify_id, column).marks.push_back(std::move(mark));
  }

  void PlaceFault(size_t column, const Event& event) {
    TimelineLane& lane = Lane(faults_, LaneOf(event), "");
    const std::string when = GatewayTime(event.gateway_ms);
    if (Heals(event)) {
      if (lane.marks.empty()) return;
      TimelineMark& broken = lane.marks.back();
      broken.end_column = column;
      broken.ends = true;
      broken.title += Format(", mended at {}", when);
      return;
    }
    if (event.type == "fault_fired" || StrikesOnce(event)) {
      const bool fired = event.type == "fault_fired";
      // The mark of what is broken must stay the last one, so that its healing finds it.
      lane.marks.insert(lane.marks.begin(),
                        {Kind::kMoment, column, column, true,
                         Format("{}{} at {}", lane.label, fired ? ": took effect" : "", when)});
      return;
    }
    const std::string where = TextOf(event, "table") + TextOf(event, "order_no");
    const auto instance = event.data.find("instance");
    // People count instances from one.
    const std::string which = instance != event.data.end() && instance->is_number_integer()
                                  ? Format(" (instance {})", instance->get<int64_t>() + 1)
                                  : std::string();
    lane.marks.push_back({Kind::kBroken, column, timeline_.columns.size() - 1, false,
                          Format("{}{}{} from {}", lane.label,
                                 where.empty() ? "" : " (" + where + ")", which, when)});
  }

  std::string Label(const mockgw::Delivery& delivery) const {
    std::string label = "notification";
    for (const auto& entry : scenario_.book.notifications) {
      if (entry.notification.notify_id != delivery.notify_id) continue;
      label = entry.label.empty() ? std::string(mockgw::ToString(entry.notification.kind))
                                  : entry.label;
      if (entry.wave > 1) label += Format(", wave {}", entry.wave);
      break;
    }
    if (delivery.variant != mockgw::Variant::kGenuine) {
      label += Format(", {}", mockgw::ToString(delivery.variant));
    }
    return label;
  }

  static TimelineLane& Lane(std::vector<TimelineLane>& lanes, const std::string& label,
                            const std::string& detail) {
    const auto found = std::find_if(lanes.begin(), lanes.end(), [&](const TimelineLane& lane) {
      return lane.label == label && lane.detail == detail;
    });
    if (found != lanes.end()) return *found;
    lanes.push_back({label, detail, {}});
    return lanes.back();
  }

  // Copies of one notification that are under way together get a lane each.
  TimelineLane& FreeLane(const std::string& label, const std::string& detail, size_t column) {
    const auto free =
        std::find_if(deliveries_.begin(), deliveries_.end(), [&](const TimelineLane& lane) {
          return lane.label == label && lane.detail == detail &&
                 lane.marks.back().end_column < column;
        });
    if (free != deliveries_.end()) return *free;
    deliveries_.push_back({label, detail, {}});
    return deliveries_.back();
  }

  void Join() {
    for (auto* lanes : {&faults_, &storms_, &deliveries_}) {
      for (TimelineLane& lane : *lanes) {
        if (timeline_.lanes.size() == kMostLanes) {
          ++timeline_.lanes_left_off;
        } else {
          timeline_.lanes.push_back(std::move(lane));
        }
      }
    }
  }

  const ScenarioRecord& scenario_;
  Timeline timeline_;
  std::vector<Happening> happenings_;
  std::vector<TimelineLane> faults_, storms_, deliveries_;
};

}  // namespace

Timeline BuildTimeline(const ScenarioRecord& scenario) { return Builder(scenario).Build(); }

}  // namespace paystorm::reports
