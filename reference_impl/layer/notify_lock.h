#ifndef PAYSTORM_REFERENCE_LAYER_NOTIFY_LOCK_H_
#define PAYSTORM_REFERENCE_LAYER_NOTIFY_LOCK_H_

#include <chrono>
#include <string>

#include "notify/notification.h"
#include "store/redis.h"

namespace paystorm_reference {

// The second layer: at most one delivery of a notification at a time gets through. It keeps the
// load off the database; correctness never depends on it, so it may be absent. Thread-safe.
class NotifyLock {
 public:
  enum class State {
    kHeld,         // ours until Release
    kBusy,         // another delivery holds it
    kUnavailable,  // nobody can say; go on without
  };
  struct Hold {
    State state = State::kUnavailable;
    std::string key;
    std::string token;  // who we are
  };

  virtual ~NotifyLock() = default;
  // Never throws; takes at most 0.4 s.
  virtual Hold Acquire(const Notification& notification) = 0;
  // `acknowledged`: the effect is durable. Not called for kBusy. Never throws; at most 0.4 s.
  virtual void Release(const Hold& hold, bool acknowledged) = 0;
};

// notify:lock:{channel}:{notify_id} by SET NX PX with a random token, deleted only while the token
// is still ours. Redis down: kUnavailable.
class RedisLock final : public NotifyLock {
 public:
  RedisLock(Redis& redis, std::chrono::milliseconds ttl);
  Hold Acquire(const Notification& notification) override;
  void Release(const Hold& hold, bool acknowledged) override;

  static std::string Key(const Notification& notification);

 private:
  Redis& redis_;
  const std::string ttl_ms_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_NOTIFY_LOCK_H_
