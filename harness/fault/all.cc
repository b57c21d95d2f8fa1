// The table of faults, sorted by name. A test compares it with the folder.

#include <array>

#include "harness/fault/database_down.h"
#include "harness/fault/fault.h"
#include "harness/fault/hold_order.h"
#include "harness/fault/kill_subject.h"
#include "harness/fault/redis_down.h"
#include "harness/fault/redis_emptied.h"
#include "harness/fault/reject_writes.h"

namespace paystorm {
namespace {

const DatabaseDown kDatabaseDown;
const HoldOrder kHoldOrder;
const KillSubject kKillSubject;
const RedisDown kRedisDown;
const RedisEmptied kRedisEmptied;
const RejectWrites kRejectWrites;

constexpr std::array<const Fault*, 6> kFaults = {
    &kDatabaseDown, &kHoldOrder, &kKillSubject, &kRedisDown, &kRedisEmptied, &kRejectWrites,
};

}  // namespace

const Fault* FindFault(std::string_view name) {
  for (const Fault* fault : kFaults) {
    if (fault->name() == name) return fault;
  }
  return nullptr;
}

std::vector<const Fault*> AllFaults() { return {kFaults.begin(), kFaults.end()}; }

std::vector<FaultAction> OverAttempts(const FaultSpec& spec, Moment moment, int attempt,
                                      const FaultAction& begin, const FaultAction& end) {
  if (moment == Moment::kBeforeAttempt && attempt == spec.first_attempt) return {begin};
  if (moment == Moment::kAfterAttempt && attempt == spec.last_attempt) return {end};
  if (moment == Moment::kStepEnd) return {end};
  return {};
}

std::string_view ToString(FaultAction::Kind kind) {
  using enum FaultAction::Kind;
  switch (kind) {
    case kRejectWrites:
      return "reject_writes";
    case kAllowWrites:
      return "allow_writes";
    case kHoldOrder:
      return "hold_order";
    case kReleaseOrder:
      return "release_order";
    case kKillSubject:
      return "kill_subject";
    case kRestartSubject:
      return "restart_subject";
    case kStopDatabase:
      return "stop_database";
    case kStartDatabase:
      return "start_database";
    case kStopRedis:
      return "stop_redis";
    case kStartRedis:
      return "start_redis";
    case kEmptyRedis:
      return "empty_redis";
  }
  return "unknown";
}

}  // namespace paystorm
