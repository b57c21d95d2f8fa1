#ifndef PAYSTORM_HARNESS_RUN_STAGE_H_
#define PAYSTORM_HARNESS_RUN_STAGE_H_

// The Stage holds the servers of one scenario and is the only place that carries out fault actions.
// Whatever it broke is healed when it is destroyed.
// Owned by one thread.

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "harness/fault/fault.h"
#include "harness/services/services.h"
#include "harness/store/mysql.h"
#include "harness/store/redis.h"
#include "harness/subject/subject.h"
#include "mockgw/base/json.h"
#include "mockgw/base/result.h"

namespace paystorm {

// Where the stores are. The servers are null when they are not ours; then they cannot be stopped.
struct StageStores {
  PrivateServer* mariadb = nullptr;
  PrivateServer* redis = nullptr;
  bool has_mysql = false;
  MysqlAddress mysql;         // with the scenario's database
  std::string redis_address;  // empty: none
};

class Stage final {
 public:
  // Writes an event of that type into the history.
  using Log = std::function<void(std::string type, Json data)>;

  Stage(StageStores stores, std::vector<std::unique_ptr<SubjectInstance>> instances, Log log);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  std::vector<std::unique_ptr<SubjectInstance>>& instances() { return instances_; }
  const StageStores& stores() const { return stores_; }
  bool has_mysql() const { return stores_.has_mysql; }
  bool redis_running() const;

  // Carries out one action. True when it changed something, false when there was nothing to do.
  Result<bool> CarryOut(const FaultAction& action);

  // Ends every fault that is still on; the first error, after all were tried.
  Result<void> HealAll();

  // Inserts that a trigger of ours has refused so far in this scenario.
  Result<int64_t> RejectedWrites();

  // Some transaction waits for a row lock at this moment.
  Result<bool> SomebodyWaitsForARow();

  // Moves every lease in the stores by `span`, as the gateway's clock jumps: Redis keys lose that
  // much of their life, the claims in the notify log end earlier. A database that is down gets its
  // share when it is back; a Redis that is down comes back empty.
  Result<void> AgeLeases(std::chrono::milliseconds span);

  // A connection of ours to the scenario's database, made anew when it was lost.
  Result<MysqlConnection*> Admin();
  Result<RedisConnection*> Redis();

 private:
  Result<bool> RejectWrites(const std::string& table);
  Result<bool> AllowWrites(const std::string& table);
  Result<bool> HoldOrder(const std::string& order_no);
  Result<bool> ReleaseOrder(const std::string& order_no);
  Result<bool> KillSubject(int instance);
  Result<bool> RestartSubject(int instance);
  Result<bool> StopServer(PrivateServer* server, const char* what);
  Result<bool> StartServer(PrivateServer* server);
  Result<bool> EmptyRedis();
  Result<void> AgeDatabase();

  StageStores stores_;
  std::vector<std::unique_ptr<SubjectInstance>> instances_;
  Log log_;
  std::unique_ptr<MysqlConnection> admin_;
  std::unique_ptr<RedisConnection> redis_;
  std::map<std::string, std::unique_ptr<MysqlConnection>> holds_;  // by order number
  std::set<std::string> rejecting_;                                // tables
  std::set<int> killed_;                                           // instances
  std::set<PrivateServer*> stopped_;
  std::chrono::milliseconds database_age_due_{0};
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_STAGE_H_
