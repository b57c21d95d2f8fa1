#include "harness/fault/redis_down.h"

namespace paystorm {

std::string_view RedisDown::title() const { return "Redis is killed and comes back empty."; }

std::vector<FaultAction> RedisDown::At(const FaultSpec& spec, Moment moment, int attempt) const {
  return OverAttempts(spec, moment, attempt,
                      {.kind = FaultAction::Kind::kStopRedis, .table = {}, .order = {}},
                      {.kind = FaultAction::Kind::kStartRedis, .table = {}, .order = {}});
}

}  // namespace paystorm
