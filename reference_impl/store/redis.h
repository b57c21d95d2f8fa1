#ifndef PAYSTORM_REFERENCE_STORE_REDIS_H_
#define PAYSTORM_REFERENCE_STORE_REDIS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct redisContext;

namespace paystorm_reference {

struct RedisReply {
  enum class Type { kNil, kInteger, kText, kError, kOther };
  Type type = Type::kNil;
  int64_t integer = 0;
  std::string text;  // of kText and kError
};

// Redis as this server needs it: it may be absent, and must never make a request slow. A command
// takes at most 200 ms to connect and 200 ms to answer; after a failure Redis counts as down and
// commands fail at once, until one of them, every 300 ms, tries again. So Redis that is back is
// used again within about a third of a second.
//
// Thread-safe; keeps one connection for each thread that asks at the same time.
class Redis final {
 public:
  // `address` is tcp://HOST:PORT or unix:///PATH; empty means that there is no Redis.
  explicit Redis(const std::string& address);
  ~Redis();
  Redis(const Redis&) = delete;
  Redis& operator=(const Redis&) = delete;

  bool configured() const { return !host_.empty(); }

  // nullopt when Redis could not be asked, or did not answer: then the command may have happened.
  // An error answered by Redis is a reply of type kError.
  std::optional<RedisReply> Command(const std::vector<std::string_view>& args);

 private:
  struct ContextDeleter {
    void operator()(redisContext* context) const;
  };
  using Context = std::unique_ptr<redisContext, ContextDeleter>;

  bool MayTry();
  Context Connect() const;
  Context TakeIdle();
  void Keep(Context context);
  void MarkDown();

  std::string host_;  // a path when port_ is 0
  int port_ = 0;
  std::mutex mutex_;
  std::vector<Context> idle_;
  // 0: up. Else the steady clock's time from which the next command may try, in nanoseconds.
  std::atomic<int64_t> retry_at_ns_{0};
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_STORE_REDIS_H_
