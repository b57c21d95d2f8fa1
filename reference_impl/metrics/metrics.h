#ifndef PAYSTORM_REFERENCE_METRICS_METRICS_H_
#define PAYSTORM_REFERENCE_METRICS_METRICS_H_

#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace paystorm_reference {

// The four layers, outermost first.
enum class Layer { kSignature, kLock, kNotifyLog, kStateMachine };
inline constexpr std::array<Layer, 4> kLayers = {Layer::kSignature, Layer::kLock, Layer::kNotifyLog,
                                                 Layer::kStateMachine};
// "signature", "lock", "notify_log", "state_machine".
std::string_view LayerName(Layer layer);

// Counts of deliveries since the start. A snapshot obeys
//   deliveries = sum(turned_away) + processed + failed + in_flight.
// `retried` counts business steps tried again after a deadlock or lock wait; it is part of none.
struct Counts {
  uint64_t deliveries = 0;
  std::array<uint64_t, 4> turned_away{};  // indexed by Layer
  uint64_t processed = 0;
  uint64_t failed = 0;
  uint64_t retried = 0;

  uint64_t in_flight() const;
};

// Thread-safe. A request refused before it reaches a worker (413, 503 of a full queue) is no
// delivery and is not counted.
class Metrics final {
 public:
  void Begin();
  // Each Begin is followed by exactly one of these.
  void TurnedAway(Layer layer);
  void Processed();
  void Failed();

  void Retried();

  Counts Snapshot() const;
  // Prometheus text exposition format 0.0.4.
  std::string Text() const;

 private:
  mutable std::mutex mutex_;
  Counts counts_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_METRICS_METRICS_H_
