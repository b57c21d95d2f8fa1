#include "store/redis.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <charconv>
#include <utility>

namespace paystorm_reference {
namespace {

constexpr std::chrono::milliseconds kTimeout{200};
constexpr std::chrono::nanoseconds kProbeInterval = std::chrono::milliseconds(300);

timeval AsTimeval(std::chrono::milliseconds value) {
  timeval out{};
  out.tv_sec = static_cast<time_t>(value.count() / 1000);
  out.tv_usec = static_cast<suseconds_t>((value.count() % 1000) * 1000);
  return out;
}

int64_t NowNs() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

RedisReply Convert(const redisReply& reply) {
  RedisReply out;
  switch (reply.type) {
    case REDIS_REPLY_NIL:
      break;
    case REDIS_REPLY_INTEGER:
      out.type = RedisReply::Type::kInteger;
      out.integer = reply.integer;
      break;
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      out.type = RedisReply::Type::kText;
      out.text.assign(reply.str, static_cast<size_t>(reply.len));
      break;
    case REDIS_REPLY_ERROR:
      out.type = RedisReply::Type::kError;
      out.text.assign(reply.str, static_cast<size_t>(reply.len));
      break;
    default:
      out.type = RedisReply::Type::kOther;
  }
  return out;
}

std::optional<RedisReply> Ask(redisContext* context, const std::vector<std::string_view>& args) {
  std::vector<const char*> data;
  std::vector<size_t> sizes;
  data.reserve(args.size());
  sizes.reserve(args.size());
  for (const std::string_view arg : args) {
    data.push_back(arg.data());
    sizes.push_back(arg.size());
  }
  auto* raw = static_cast<redisReply*>(
      redisCommandArgv(context, static_cast<int>(args.size()), data.data(), sizes.data()));
  if (raw == nullptr) return std::nullopt;
  RedisReply reply = Convert(*raw);
  freeReplyObject(raw);
  return reply;
}

}  // namespace

void Redis::ContextDeleter::operator()(redisContext* context) const { redisFree(context); }

Redis::Redis(const std::string& address) {
  constexpr std::string_view kTcp = "tcp://";
  constexpr std::string_view kUnix = "unix://";
  if (address.starts_with(kUnix)) {
    host_ = address.substr(kUnix.size());
  } else if (address.starts_with(kTcp)) {
    const std::string rest = address.substr(kTcp.size());
    const size_t colon = rest.rfind(':');
    host_ = rest.substr(0, colon);
    port_ = 6379;
    if (colon != std::string::npos) {
      std::from_chars(rest.data() + colon + 1, rest.data() + rest.size(), port_);
    }
  }
}

Redis::~Redis() = default;

bool Redis::MayTry() {
  int64_t retry_at = retry_at_ns_.load();
  if (retry_at == 0) return true;
  const int64_t now = NowNs();
  if (now < retry_at) return false;
  // One thread tries; the others go on as if Redis were down until it has an answer.
  return retry_at_ns_.compare_exchange_strong(retry_at, now + kProbeInterval.count());
}

void Redis::MarkDown() {
  retry_at_ns_.store(NowNs() + kProbeInterval.count());
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.clear();
}

Redis::Context Redis::Connect() const {
  const timeval timeout = AsTimeval(kTimeout);
  Context context(port_ == 0 ? redisConnectUnixWithTimeout(host_.c_str(), timeout)
                             : redisConnectWithTimeout(host_.c_str(), port_, timeout));
  if (!context || context->err != 0) return nullptr;
  if (redisSetTimeout(context.get(), timeout) != REDIS_OK) return nullptr;
  return context;
}

Redis::Context Redis::TakeIdle() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.empty()) return nullptr;
  Context context = std::move(idle_.back());
  idle_.pop_back();
  return context;
}

void Redis::Keep(Context context) {
  retry_at_ns_.store(0);
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(std::move(context));
}

std::optional<RedisReply> Redis::Command(const std::vector<std::string_view>& args) {
  if (!configured() || !MayTry()) return std::nullopt;
  if (Context kept = TakeIdle()) {
    if (auto reply = Ask(kept.get(), args)) {
      Keep(std::move(kept));
      return reply;
    }
    // A kept connection that Redis has closed says nothing about Redis now: ask once more on a new
    // one. A time-out does, and the command may have happened.
    if (kept->err != REDIS_ERR_EOF && !(kept->err == REDIS_ERR_IO && errno == EPIPE) &&
        !(kept->err == REDIS_ERR_IO && errno == ECONNRESET)) {
      MarkDown();
      return std::nullopt;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.clear();
  }
  if (Context made = Connect()) {
    if (auto reply = Ask(made.get(), args)) {
      Keep(std::move(made));
      return reply;
    }
  }
  MarkDown();
  return std::nullopt;
}

}  // namespace paystorm_reference
