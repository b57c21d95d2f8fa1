#include "metrics/metrics.h"

namespace paystorm_reference {
namespace {

void Head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void One(std::string& out, std::string_view name, std::string_view type, std::string_view help,
         uint64_t value) {
  Head(out, name, type, help);
  out.append(name).append(" ").append(std::to_string(value)).append("\n");
}

}  // namespace

std::string_view LayerName(Layer layer) {
  switch (layer) {
    case Layer::kSignature:
      return "signature";
    case Layer::kLock:
      return "lock";
    case Layer::kNotifyLog:
      return "notify_log";
    case Layer::kStateMachine:
      break;
  }
  return "state_machine";
}

uint64_t Counts::in_flight() const {
  uint64_t ended = processed + failed;
  for (const uint64_t count : turned_away) ended += count;
  return deliveries - ended;
}

void Metrics::Begin() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.deliveries;
}

void Metrics::TurnedAway(Layer layer) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.turned_away[static_cast<size_t>(layer)];
}

void Metrics::Processed() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.processed;
}

void Metrics::Failed() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.failed;
}

void Metrics::Retried() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++counts_.retried;
}

Counts Metrics::Snapshot() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

std::string Metrics::Text() const {
  const Counts counts = Snapshot();
  std::string out;
  One(out, "paystorm_reference_deliveries_total", "counter", "Deliveries received.",
      counts.deliveries);
  const std::string_view away = "paystorm_reference_turned_away_total";
  Head(out, away, "counter", "Deliveries turned away, by the layer that did it.");
  for (const Layer layer : kLayers) {
    out.append(away).append("{layer=\"").append(LayerName(layer)).append("\"} ");
    out.append(std::to_string(counts.turned_away[static_cast<size_t>(layer)])).append("\n");
  }
  One(out, "paystorm_reference_processed_total", "counter", "Deliveries that had an effect.",
      counts.processed);
  One(out, "paystorm_reference_failed_total", "counter", "Deliveries whose work failed.",
      counts.failed);
  One(out, "paystorm_reference_retried_total", "counter",
      "Business steps tried again after a deadlock or a lock wait.", counts.retried);
  One(out, "paystorm_reference_in_flight", "gauge", "Deliveries being worked on.",
      counts.in_flight());
  return out;
}

}  // namespace paystorm_reference
