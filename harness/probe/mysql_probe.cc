#include "harness/probe/probe.h"

namespace paystorm {

std::vector<TableMapping> ReferenceMapping() {
  return {
      {"orders",
       "SELECT order_no, status AS state, amount_minor, currency, refunded_minor FROM `order` "
       "ORDER BY order_no"},
      {"payments",
       "SELECT channel, trade_no, order_no, amount_minor, currency, notify_id FROM payment_record "
       "ORDER BY order_no, trade_no"},
      {"refunds",
       "SELECT channel, refund_id, order_no, amount_minor, status FROM refund_record "
       "ORDER BY order_no, refund_id"},
      {"notifications",
       "SELECT channel, notify_id, event_type, order_no, status AS state, attempts FROM "
       "payment_notify_log ORDER BY order_no, notify_id"},
      {"outbox",
       "SELECT event_key, event_type, order_no, published_at IS NOT NULL AS published FROM outbox "
       "ORDER BY event_key"},
      {"exceptions",
       "SELECT channel, kind, order_no, trade_no, notify_id FROM payment_exception "
       "ORDER BY order_no, trade_no"},
      {"transitions", "SELECT order_no, from_state, to_state FROM paystorm_transition ORDER BY id"},
  };
}

std::vector<std::string> TransitionTrigger() {
  return {
      "CREATE TABLE IF NOT EXISTS paystorm_transition (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY "
      "KEY, order_no VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, from_state "
      "VARCHAR(32) NOT NULL, to_state VARCHAR(32) NOT NULL) ENGINE=InnoDB",
      "DROP TRIGGER IF EXISTS paystorm_order_transition",
      "CREATE TRIGGER paystorm_order_transition AFTER UPDATE ON `order` FOR EACH ROW BEGIN IF NOT "
      "(OLD.status <=> NEW.status) THEN INSERT INTO paystorm_transition (order_no, from_state, "
      "to_state) VALUES (NEW.order_no, OLD.status, NEW.status); END IF; END",
  };
}

void ReadTables(const MysqlAddress& address, const std::vector<TableMapping>& mapping,
                Evidence& evidence) {
  auto miss_all = [&](const std::string& why) {
    for (const TableMapping& one : mapping) evidence.missing[one.table] = why;
  };
  auto connection = ConnectMysql(address);
  if (!connection) return miss_all(connection.error().message);
  MysqlConnection& mysql = **connection;
  if (auto done = mysql.MakeReadOnly(); !done) return miss_all(done.error().message);
  // One snapshot, or two tables could contradict each other by mere time.
  auto snapshot = mysql.Execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
  if (!snapshot) return miss_all(snapshot.error().message);
  for (const TableMapping& one : mapping) {
    auto table = mysql.Query(one.statement);
    if (!table) {
      evidence.missing[one.table] = table.error().message;
      continue;
    }
    table->name = one.table;
    evidence.tables[one.table] = std::move(table).value();
  }
}

}  // namespace paystorm
