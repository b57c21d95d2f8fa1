#include "harness/run/subject_counters.h"

#include <algorithm>

#include "harness/probe/probe.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

constexpr std::chrono::milliseconds kLimit{1000};
constexpr char kPrefix[] = "paystorm_reference_";

}  // namespace

std::optional<SubjectCounters> ReadSubjectCounters(
    const std::vector<std::unique_ptr<SubjectInstance>>& instances) {
  SubjectCounters sum;
  mockgw::CurlClient http;
  for (const auto& instance : instances) {
    if (!instance->running()) return std::nullopt;
    mockgw::HttpRequest request;
    request.method = "GET";
    request.url = instance->base_url() + "/metrics";
    const auto result = http.Send(request, kLimit);
    if (!result.answer || result.answer->status != 200) return std::nullopt;
    const auto values = ParseMetrics(result.answer->body);
    const auto value = [&](const std::string& name) -> int64_t {
      const auto found = values.find(kPrefix + name);
      return found == values.end() ? 0 : static_cast<int64_t>(found->second);
    };
    if (!values.contains(std::string(kPrefix) + "deliveries_total")) return std::nullopt;
    sum.deliveries += value("deliveries_total");
    sum.processed += value("processed_total");
    sum.failed += value("failed_total");
    sum.signature += value("turned_away_total{layer=\"signature\"}");
    sum.lock += value("turned_away_total{layer=\"lock\"}");
    sum.notify_log += value("turned_away_total{layer=\"notify_log\"}");
    sum.state_machine += value("turned_away_total{layer=\"state_machine\"}");
    // The request for the counters is none of a delivery's.
    sum.in_flight += value("in_flight");
  }
  return sum;
}

StormStats Summarize(int step, int wave, const mockgw::StormDelivered& delivered) {
  StormStats stats;
  stats.step = step;
  stats.wave = wave;
  stats.deliveries = static_cast<int64_t>(delivered.deliveries.size());
  int64_t first = INT64_MAX;
  int64_t last = 0;
  for (const mockgw::Delivery& delivery : delivered.deliveries) {
    switch (delivery.acknowledgement) {
      case mockgw::Acknowledgement::kAcknowledged:
        ++stats.acknowledged;
        break;
      case mockgw::Acknowledgement::kRefused:
        ++stats.refused;
        break;
      case mockgw::Acknowledgement::kUnanswered:
        ++stats.unanswered;
        break;
    }
    first = std::min(first, delivery.start_us);
    last = std::max(last, delivery.end_us);
  }
  stats.duration_us = std::max<int64_t>(0, last - first);
  stats.connections = static_cast<int64_t>(delivered.connections);
  stats.release_spread_us_p50 = delivered.release_spread_p50.count();
  stats.release_spread_us_max = delivered.release_spread_max.count();
  stats.released_before_first_answer = static_cast<int64_t>(delivered.released_before_first_answer);
  stats.most_in_flight = static_cast<int64_t>(delivered.most_in_flight);
  return stats;
}

void FillSplit(StormStats& stats, const std::optional<SubjectCounters>& before,
               const std::optional<SubjectCounters>& after) {
  if (!before || !after) return;
  stats.processed = after->processed - before->processed;
  stats.turned_away_signature = after->signature - before->signature;
  stats.turned_away_lock = after->lock - before->lock;
  stats.turned_away_notify_log = after->notify_log - before->notify_log;
  stats.turned_away_state_machine = after->state_machine - before->state_machine;
  stats.failed = after->failed - before->failed;
}

Json ToJson(const StormStats& stats) {
  return Json{{"step", stats.step},
              {"wave", stats.wave},
              {"deliveries", stats.deliveries},
              {"acknowledged", stats.acknowledged},
              {"refused", stats.refused},
              {"unanswered", stats.unanswered},
              {"connections", stats.connections},
              {"release_spread_us_p50", stats.release_spread_us_p50},
              {"release_spread_us_max", stats.release_spread_us_max},
              {"released_before_first_answer", stats.released_before_first_answer},
              {"most_in_flight", stats.most_in_flight},
              {"processed", stats.processed},
              {"turned_away_lock", stats.turned_away_lock},
              {"turned_away_notify_log", stats.turned_away_notify_log},
              {"turned_away_state_machine", stats.turned_away_state_machine}};
}

}  // namespace paystorm
