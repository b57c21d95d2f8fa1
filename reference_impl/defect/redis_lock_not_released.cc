#include "defect/redis_lock_not_released.h"

#include <memory>

namespace paystorm_reference {
namespace {

class UnreleasedLock final : public NotifyLock {
 public:
  explicit UnreleasedLock(Redis& redis) : redis_(redis) {}

  Hold Acquire(const Notification& notification) override {
    Hold hold{State::kUnavailable, RedisLock::Key(notification), ""};
    const auto reply = redis_.Command({"SET", hold.key, "1", "NX"});
    if (reply && reply->type == RedisReply::Type::kText) hold.state = State::kHeld;
    if (reply && reply->type == RedisReply::Type::kNil) hold.state = State::kBusy;
    return hold;
  }
  void Release(const Hold& hold, bool acknowledged) override {
    if (acknowledged) redis_.Command({"DEL", hold.key});
  }

 private:
  Redis& redis_;
};

void Apply(Strategies& strategies, const StrategyTools& tools) {
  strategies.lock = std::make_unique<UnreleasedLock>(tools.redis);
}

}  // namespace

const Defect kRedisLockNotReleasedDefect = {
    "redis-lock-not-released",
    "The Redis lock has no time to live and is released after success only: one failure, and the "
    "notification is turned away for ever.",
    Apply};

}  // namespace paystorm_reference
