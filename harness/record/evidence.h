#ifndef PAYSTORM_HARNESS_RECORD_EVIDENCE_H_
#define PAYSTORM_HARNESS_RECORD_EVIDENCE_H_

// Evidence: the rows that probes read, under names and columns that do not depend on the subject's
// own table names. Values are text, as a person reads them; null is absent.
//
//   table          columns (more may follow)
//   orders         order_no state amount_minor currency refunded_minor
//   payments       channel trade_no order_no amount_minor currency notify_id
//   refunds        channel refund_id order_no amount_minor status
//   notifications  channel notify_id event_type order_no state attempts
//                  (state: processing, done, failed)
//   outbox         event_key event_type order_no published (0 or 1)
//   events         event_key event_type order_no   (what was really published, one row a message)
//   exceptions     channel kind order_no trade_no notify_id
//   transitions    order_no from_state to_state    (in order of time, from a trigger of ours)
//   subject_log    instance level message channel notify_id order_no layer
//
// Plain values; Thread-compatible.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paystorm {

using Cell = std::optional<std::string>;

struct Table {
  std::string name;
  std::string
      source;  // what was read, e.g. "SELECT ... FROM payment_record" or "stream payment_events"
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;  // each as long as columns

  // The cell as text; empty for null and for a column that is not there.
  std::string At(size_t row, std::string_view column) const;
  // The rows in which that column has that value, as a table of the same columns. A null cell has
  // no value, not even an empty one.
  Table Where(std::string_view column, std::string_view value) const;
};

struct Evidence {
  std::map<std::string, Table, std::less<>> tables;
  // Why a table could not be read, by its name; a check that needs it is inconclusive.
  std::map<std::string, std::string, std::less<>> missing;

  // Null when it was not read.
  const Table* Find(std::string_view name) const;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RECORD_EVIDENCE_H_
