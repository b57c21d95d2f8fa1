#include "harness/run/stage.h"

#include <algorithm>
#include <utility>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// Identifiers come from scenario files; only plain words reach a statement.
bool IsPlainWord(const std::string& word) {
  return !word.empty() && word.size() <= 48 &&
         std::all_of(word.begin(), word.end(), [](unsigned char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}

}  // namespace

Stage::Stage(StageStores stores, std::vector<std::unique_ptr<SubjectInstance>> instances, Log log)
    : stores_(std::move(stores)), instances_(std::move(instances)), log_(std::move(log)) {}

Stage::~Stage() { (void)HealAll(); }

bool Stage::redis_running() const {
  if (stores_.redis_address.empty()) return false;
  return stores_.redis == nullptr || stores_.redis->running();
}

Result<MysqlConnection*> Stage::Admin() {
  if (!stores_.has_mysql) {
    return Unavailable(
        "no database is known for this subject; name it with --mysql and --database");
  }
  if (admin_ != nullptr && admin_->Query("SELECT 1 AS one").has_value()) return admin_.get();
  auto connection = ConnectMysql(stores_.mysql);
  if (!connection) return connection.error();
  admin_ = std::move(connection).value();
  return admin_.get();
}

Result<RedisConnection*> Stage::Redis() {
  if (redis_ != nullptr && redis_->Ping().has_value()) return redis_.get();
  auto connection = ConnectRedis(stores_.redis_address);
  if (!connection) return connection.error();
  redis_ = std::move(connection).value();
  return redis_.get();
}

Result<bool> Stage::CarryOut(const FaultAction& action) {
  using enum FaultAction::Kind;
  Result<bool> done = [&]() -> Result<bool> {
    switch (action.kind) {
      case kRejectWrites:
        return RejectWrites(action.table);
      case kAllowWrites:
        return AllowWrites(action.table);
      case kHoldOrder:
        return HoldOrder(action.order);
      case kReleaseOrder:
        return ReleaseOrder(action.order);
      case kKillSubject:
        return KillSubject(action.instance);
      case kRestartSubject:
        return RestartSubject(action.instance);
      case kStopDatabase:
        return StopServer(stores_.mariadb, "database");
      case kStartDatabase:
        return StartServer(stores_.mariadb);
      case kStopRedis:
        return StopServer(stores_.redis, "Redis");
      case kStartRedis:
        return StartServer(stores_.redis);
      case kEmptyRedis:
        return EmptyRedis();
    }
    return Internal("unknown fault action");
  }();
  if (!done || !*done) return done;
  Json data;
  data["kind"] = ToString(action.kind);
  if (!action.table.empty()) data["table"] = action.table;
  if (!action.order.empty()) data["order_no"] = action.order;
  const bool heals = action.kind == kAllowWrites || action.kind == kReleaseOrder ||
                     action.kind == kRestartSubject || action.kind == kStartDatabase ||
                     action.kind == kStartRedis;
  log_(heals ? "fault_healed" : "fault_injected", std::move(data));
  return true;
}

Result<bool> Stage::RejectWrites(const std::string& table) {
  if (!IsPlainWord(table)) return Invalid(Format("\"{}\" is no table name", table));
  if (rejecting_.contains(table)) return false;
  auto admin = Admin();
  if (!admin) return admin.error();
  // MyISAM, so that the count of refused writes outlives the roll-back of each of them.
  auto made = (*admin)->Execute(
      "CREATE TABLE IF NOT EXISTS paystorm_rejected (id BIGINT AUTO_INCREMENT PRIMARY KEY, "
      "table_name VARCHAR(64) NOT NULL) ENGINE=MyISAM");
  if (!made) return made.error();
  auto trigger = (*admin)->Execute(Format(
      "CREATE TRIGGER paystorm_reject_{0} BEFORE INSERT ON `{0}` FOR EACH ROW BEGIN INSERT INTO "
      "paystorm_rejected (table_name) VALUES ('{0}'); SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = "
      "'write refused by paystorm'; END",
      table));
  if (!trigger) return trigger.error();
  rejecting_.insert(table);
  return true;
}

Result<bool> Stage::AllowWrites(const std::string& table) {
  if (!rejecting_.contains(table)) return false;
  auto admin = Admin();
  if (!admin) return admin.error();
  auto dropped = (*admin)->Execute("DROP TRIGGER IF EXISTS paystorm_reject_" + table);
  if (!dropped) return dropped.error();
  rejecting_.erase(table);
  return true;
}

Result<int64_t> Stage::RejectedWrites() {
  auto admin = Admin();
  if (!admin) return admin.error();
  auto known = (*admin)->Query(
      "SELECT COUNT(*) AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND "
      "TABLE_NAME = 'paystorm_rejected'");
  if (!known) return known.error();
  if (known->At(0, "n") == "0") return 0;
  auto count = (*admin)->Query("SELECT COUNT(*) AS n FROM paystorm_rejected");
  if (!count) return count.error();
  return std::stoll(count->At(0, "n"));
}

Result<bool> Stage::HoldOrder(const std::string& order_no) {
  if (holds_.contains(order_no)) return false;
  auto connection = ConnectMysql(stores_.mysql);
  if (!connection) return connection.error();
  MysqlConnection& hold = **connection;
  if (auto begun = hold.Begin(); !begun) return begun.error();
  auto row = hold.Query("SELECT order_no FROM `order` WHERE order_no = ? FOR UPDATE", {order_no});
  if (!row) return row.error();
  if (row->rows.empty()) return Invalid("there is no order " + order_no + " to hold");
  holds_[order_no] = std::move(connection).value();
  return true;
}

Result<bool> Stage::ReleaseOrder(const std::string& order_no) {
  const auto hold = holds_.find(order_no);
  if (hold == holds_.end()) return false;
  (void)hold->second->Rollback();  // closing the connection releases the row in any case
  holds_.erase(hold);
  return true;
}

Result<bool> Stage::KillSubject(int instance) {
  if (instance < 0 || static_cast<size_t>(instance) >= instances_.size()) {
    return Invalid(Format("there is no instance {}", instance + 1));
  }
  if (auto killed = instances_[static_cast<size_t>(instance)]->Kill(); !killed) {
    return killed.error();
  }
  killed_.insert(instance);
  log_("subject_killed", Json{{"instance", instance}});
  return true;
}

Result<bool> Stage::RestartSubject(int instance) {
  if (!killed_.contains(instance)) return false;
  if (auto started = instances_[static_cast<size_t>(instance)]->Restart(); !started) {
    return started.error();
  }
  killed_.erase(instance);
  log_("subject_ready", Json{{"instance", instance}});
  return true;
}

Result<bool> Stage::StopServer(PrivateServer* server, const char* what) {
  if (server == nullptr) {
    return Invalid(Format("the {} was not started by paystorm, so it cannot be stopped", what));
  }
  if (!server->running()) return false;
  server->Stop();
  stopped_.insert(server);
  return true;
}

Result<bool> Stage::StartServer(PrivateServer* server) {
  if (server == nullptr || !stopped_.contains(server)) return false;
  if (auto started = server->Start(); !started) return started.error();
  stopped_.erase(server);
  if (server == stores_.mariadb) {
    if (auto aged = AgeDatabase(); !aged) return aged.error();
  }
  return true;
}

Result<bool> Stage::EmptyRedis() {
  if (!redis_running()) return Invalid("Redis is not running, so it cannot be emptied");
  auto redis = Redis();
  if (!redis) return redis.error();
  if (auto flushed = (*redis)->FlushAll(); !flushed) return flushed.error();
  return true;
}

Result<void> Stage::HealAll() {
  using enum FaultAction::Kind;
  std::vector<FaultAction> cures;
  for (const auto& hold : holds_) cures.push_back({kReleaseOrder, {}, hold.first});
  if (stopped_.contains(stores_.mariadb)) cures.push_back({kStartDatabase, {}, {}});
  if (stopped_.contains(stores_.redis)) cures.push_back({kStartRedis, {}, {}});
  for (const std::string& table : rejecting_) cures.push_back({kAllowWrites, table, {}});
  for (const int instance : killed_) cures.push_back({kRestartSubject, {}, {}, instance});
  Result<void> first;
  for (const FaultAction& cure : cures) {
    if (auto done = CarryOut(cure); !done && first) first = done.error();
  }
  return first;
}

Result<bool> Stage::SomebodyWaitsForARow() {
  auto admin = Admin();
  if (!admin) return admin.error();
  // Not information_schema.INNODB_TRX: its copy is not renewed while somebody reads it more often
  // than every 100 ms.
  auto status = (*admin)->Query("SHOW ENGINE INNODB STATUS");
  if (!status) return status.error();
  return status->At(0, "Status").find("\nLOCK WAIT ") != std::string::npos;
}

Result<void> Stage::AgeLeases(std::chrono::milliseconds span) {
  database_age_due_ += span;
  Json data;
  data["span_ms"] = span.count();
  if (stores_.has_mysql && (stores_.mariadb == nullptr || stores_.mariadb->running())) {
    if (auto aged = AgeDatabase(); !aged) return aged.error();
  }
  if (redis_running()) {
    auto redis = Redis();
    if (!redis) return redis.error();
    auto aged = (*redis)->AgeKeys(span);
    if (!aged) return aged.error();
    data["keys_younger"] = aged->younger.size();
    data["keys_expired"] = aged->expired.size();
  }
  log_("leases_aged", std::move(data));
  return {};
}

Result<void> Stage::AgeDatabase() {
  if (database_age_due_.count() == 0) return {};
  auto admin = Admin();
  if (!admin) return admin.error();
  auto moved = (*admin)->Execute(
      "UPDATE payment_notify_log SET lease_until = lease_until - INTERVAL ? MICROSECOND WHERE "
      "status = 'processing' AND lease_until IS NOT NULL",
      {std::to_string(database_age_due_.count() * 1000)});
  if (!moved) return moved.error();
  database_age_due_ = std::chrono::milliseconds(0);
  return {};
}

}  // namespace paystorm
