#ifndef PAYSTORM_HARNESS_RECORD_HISTORY_H_
#define PAYSTORM_HARNESS_RECORD_HISTORY_H_

// The history is the append-only event log of one scenario's run; it is kept as NDJSON, one event a
// line, and every report and every check is a function of it together with the evidence.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mockgw/base/guarded.h"
#include "mockgw/base/json.h"
#include "mockgw/base/result.h"

namespace paystorm {

struct Event {
  int64_t time_us = 0;     // real time since the run began
  int64_t gateway_ms = 0;  // the gateway's clock since the run began
  // One of: run_started, order_given, subject_ready, subject_killed, subject_stopped,
  // delivery_ended, storm_released, clock_jumped, leases_aged, fault_injected, fault_fired,
  // fault_healed, evidence_read, run_ended.
  std::string type;
  // A flat object whose keys depend on the type; empty object when there is nothing to add.
  Json data = Json::object();
};

// One NDJSON line without its newline:
//   {"t_us":1234,"gateway_ms":15000,"type":"delivery_ended","id":7,"status":200,...}
// Requires that data uses none of the keys t_us, gateway_ms and type.
std::string ToNdjson(const Event& event);

// The event of one line. kInvalid, saying what is wrong, when the line is no such event.
Result<Event> EventFromNdjson(std::string_view line);
// All events of a stored history, in its order; empty lines are passed over. kInvalid, with the
// line number, at the first line that is no event.
Result<std::vector<Event>> HistoryFromNdjson(std::string_view text);

// Thread-safe. Bounded: a run's deliveries are bounded, and so are its events.
class History final {
 public:
  void Add(Event event);
  std::vector<Event> Snapshot() const;
  size_t size() const;

 private:
  Guarded<std::vector<Event>> events_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RECORD_HISTORY_H_
