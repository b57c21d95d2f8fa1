#ifndef PAYSTORM_HARNESS_PROBE_PROBE_H_
#define PAYSTORM_HARNESS_PROBE_PROBE_H_

// Probes read evidence: rows of the subject's tables, published messages, log lines and counters.
// They change nothing. What cannot be read goes into Evidence::missing with the reason, so that a
// check that needs it is inconclusive and never green.
//
// Every function: owned by the caller's thread, blocks as its store does.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/record/evidence.h"
#include "harness/store/mysql.h"
#include "harness/store/redis.h"
#include "mockgw/base/result.h"

namespace paystorm {

// Which statement gives which evidence table. Columns are named as evidence.h names them.
struct TableMapping {
  std::string table;
  std::string statement;
};

// The tables of the reference server (reference_impl/schema.sql) and paystorm_transition.
std::vector<TableMapping> ReferenceMapping();

// Reads every table of the mapping in one read-only snapshot of a connection of its own.
void ReadTables(const MysqlAddress& address, const std::vector<TableMapping>& mapping,
                Evidence& evidence);

// "events": the messages of the reference's stream payment_events, oldest first.
void ReadEvents(const std::string& redis_address, Evidence& evidence);

// "subject_log": the JSON lines among `lines`; others are no evidence and are passed over.
// `instance` is the instance's name, used where a line does not name one.
void ReadLog(const std::string& instance, const std::vector<std::string>& lines,
             Evidence& evidence);

// Prometheus text -> values by name with labels, e.g. `x_total{layer="lock"}`.
std::map<std::string, double, std::less<>> ParseMetrics(std::string_view text);

// Statements that install the table paystorm_transition and the trigger that fills it with every
// change of an order's status, in order of time.
std::vector<std::string> TransitionTrigger();

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROBE_PROBE_H_
