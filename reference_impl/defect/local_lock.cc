#include "defect/local_lock.h"

#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "defect/naive_parts.h"

namespace paystorm_reference {
namespace {

class LocalLock final : public NotifyLock {
 public:
  Hold Acquire(const Notification& notification) override {
    Hold hold{State::kBusy, RedisLock::Key(notification), ""};
    const std::lock_guard<std::mutex> lock(mutex_);
    if (held_.insert(hold.key).second) hold.state = State::kHeld;
    return hold;
  }
  void Release(const Hold& hold, bool /*acknowledged*/) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    held_.erase(hold.key);
  }

 private:
  std::mutex mutex_;
  std::set<std::string> held_;
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  strategies.lock = std::make_unique<LocalLock>();
  UseNaiveStep(strategies);
}

}  // namespace

const Defect kLocalLockDefect = {
    "local-lock",
    "The lock lives in the memory of one process, with a check-then-act step behind it: right with "
    "one instance, double with two.",
    Apply};

}  // namespace paystorm_reference
