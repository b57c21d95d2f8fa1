#include "defect/redis_lock_others_deleted.h"

#include <memory>
#include <string>

#include "defect/naive_parts.h"

namespace paystorm_reference {
namespace {

class CarelessLock final : public NotifyLock {
 public:
  CarelessLock(Redis& redis, std::chrono::milliseconds ttl)
      : redis_(redis), ttl_ms_(std::to_string(ttl.count())) {}

  Hold Acquire(const Notification& notification) override {
    Hold hold{State::kUnavailable, RedisLock::Key(notification), ""};
    const auto reply = redis_.Command({"SET", hold.key, "1", "NX", "PX", ttl_ms_});
    if (reply && reply->type == RedisReply::Type::kText) hold.state = State::kHeld;
    if (reply && reply->type == RedisReply::Type::kNil) hold.state = State::kBusy;
    return hold;
  }
  void Release(const Hold& hold, bool /*acknowledged*/) override {
    redis_.Command({"DEL", hold.key});
  }

 private:
  Redis& redis_;
  const std::string ttl_ms_;
};

void Apply(Strategies& strategies, const StrategyTools& tools) {
  strategies.lock = std::make_unique<CarelessLock>(tools.redis, tools.lock_ttl);
  UseNaiveStep(strategies);
}

}  // namespace

const Defect kRedisLockOthersDeletedDefect = {
    "redis-lock-others-deleted",
    "The Redis lock is deleted without looking whose it is: a delivery that outlives its lock "
    "deletes the next one's, with a check-then-act step behind it.",
    Apply};

}  // namespace paystorm_reference
