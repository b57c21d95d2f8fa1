#include "layer/notify_lock.h"

#include <string_view>

#include "crypto/crypto.h"

namespace paystorm_reference {
namespace {

constexpr std::string_view kCompareAndDelete =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end "
    "return 0";

}  // namespace

RedisLock::RedisLock(Redis& redis, std::chrono::milliseconds ttl)
    : redis_(redis), ttl_ms_(std::to_string(ttl.count())) {}

std::string RedisLock::Key(const Notification& notification) {
  return "notify:lock:" + notification.channel + ":" + notification.notify_id;
}

NotifyLock::Hold RedisLock::Acquire(const Notification& notification) {
  Hold hold{State::kUnavailable, Key(notification), RandomHex(16)};
  const auto reply = redis_.Command({"SET", hold.key, hold.token, "NX", "PX", ttl_ms_});
  if (!reply) return hold;
  if (reply->type == RedisReply::Type::kText) hold.state = State::kHeld;
  if (reply->type == RedisReply::Type::kNil) hold.state = State::kBusy;
  return hold;
}

void RedisLock::Release(const Hold& hold, bool /*acknowledged*/) {
  // Also when the answer to SET was lost: it may have been carried out.
  redis_.Command({"EVAL", kCompareAndDelete, "1", hold.key, hold.token});
}

}  // namespace paystorm_reference
