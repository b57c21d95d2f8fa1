#include "harness/fault/redis_emptied.h"

namespace paystorm {

std::string_view RedisEmptied::title() const {
  return "Redis loses all its keys while deliveries are in work.";
}

std::vector<FaultAction> RedisEmptied::At(const FaultSpec& spec, Moment moment, int attempt) const {
  if (attempt < spec.first_attempt || attempt > spec.last_attempt) return {};
  // Before the attempt too, so that a ladder meets an empty Redis even when nothing is held.
  if (moment != Moment::kBeforeAttempt && moment != Moment::kInWork) return {};
  return {{.kind = FaultAction::Kind::kEmptyRedis, .table = {}, .order = {}}};
}

}  // namespace paystorm
