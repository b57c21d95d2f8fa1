#include "harness/store/redis.h"

#include <hiredis/hiredis.h>
#include <sys/time.h>

#include <csignal>
#include <cstdlib>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr timeval kConnectLimit = {2, 0};
constexpr timeval kAnswerLimit = {5, 0};
constexpr const char* kMostEntries = "100000";

// All keys in one step, so that no key is aged twice or missed by a client that writes meanwhile.
// Returns the keys that stayed, then an empty string, then those that are gone.
constexpr char kAgeScript[] = R"(
local span = tonumber(ARGV[1])
local younger, expired, cursor = {}, {}, '0'
repeat
  local page = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = page[1]
  for _, key in ipairs(page[2]) do
    local left = redis.call('PTTL', key)
    if left >= 0 then
      if left <= span then
        redis.call('DEL', key)
        expired[#expired + 1] = key
      else
        redis.call('PEXPIRE', key, left - span)
        younger[#younger + 1] = key
      end
    end
  end
until cursor == '0'
younger[#younger + 1] = ''
for _, key in ipairs(expired) do younger[#younger + 1] = key end
return younger
)";

struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};
using Reply = std::unique_ptr<redisReply, FreeReply>;

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

std::string Text(const redisReply& reply) {
  if (reply.type == REDIS_REPLY_INTEGER) return std::to_string(reply.integer);
  return reply.str == nullptr ? std::string() : std::string(reply.str, reply.len);
}

class Connection final : public RedisConnection {
 public:
  Connection(Context context, std::string address)
      : context_(std::move(context)), address_(std::move(address)) {}

  Result<void> Ping() override { return Ignore(Ask({"PING"})); }
  Result<void> FlushAll() override { return Ignore(Ask({"FLUSHALL"})); }

  Result<Aged> AgeKeys(std::chrono::milliseconds span) override {
    auto reply = Ask({"EVAL", kAgeScript, "0", std::to_string(span.count())});
    if (!reply) return reply.error();
    Aged aged;
    bool gone = false;
    for (size_t i = 0; i < (*reply)->elements; ++i) {
      const std::string key = Text(*(*reply)->element[i]);
      if (!gone && key.empty()) {
        gone = true;
        continue;
      }
      (gone ? aged.expired : aged.younger).push_back(key);
    }
    return aged;
  }

  Result<std::vector<StreamEntry>> ReadStream(const std::string& name) override {
    auto reply = Ask({"XRANGE", name, "-", "+", "COUNT", kMostEntries});
    if (!reply) return reply.error();
    std::vector<StreamEntry> entries;
    for (size_t i = 0; i < (*reply)->elements; ++i) {
      const redisReply& one = *(*reply)->element[i];
      if (one.elements != 2) return Internal("Redis sent a stream entry without fields");
      StreamEntry entry;
      entry.id = Text(*one.element[0]);
      const redisReply& fields = *one.element[1];
      for (size_t f = 0; f + 1 < fields.elements; f += 2) {
        entry.fields.emplace_back(Text(*fields.element[f]), Text(*fields.element[f + 1]));
      }
      entries.push_back(std::move(entry));
    }
    return entries;
  }

  Result<std::vector<std::string>> Command(const std::vector<std::string>& words) override {
    auto reply = Ask(words);
    if (!reply) return reply.error();
    std::vector<std::string> lines;
    if ((*reply)->type != REDIS_REPLY_ARRAY) return std::vector<std::string>{Text(**reply)};
    for (size_t i = 0; i < (*reply)->elements; ++i) lines.push_back(Text(*(*reply)->element[i]));
    return lines;
  }

 private:
  static Result<void> Ignore(const Result<Reply>& reply) {
    if (!reply) return reply.error();
    return {};
  }

  Result<Reply> Ask(const std::vector<std::string>& words) {
    std::vector<const char*> data;
    std::vector<size_t> sizes;
    for (const std::string& word : words) {
      data.push_back(word.data());
      sizes.push_back(word.size());
    }
    Reply reply(static_cast<redisReply*>(redisCommandArgv(
        context_.get(), static_cast<int>(words.size()), data.data(), sizes.data())));
    if (reply == nullptr) {
      // After this the context is of no use; the owner connects anew.
      Error lost = Unavailable(
          Format("Redis at {} does not answer {}: {}", address_, words[0], context_->errstr));
      lost.may_have_happened = true;
      return lost;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
      return Invalid(Format("Redis refused {}: {}", words[0], Text(*reply)));
    }
    return reply;
  }

  Context context_;
  const std::string address_;
};

}  // namespace

Result<std::unique_ptr<RedisConnection>> ConnectRedis(const std::string& address) {
  // hiredis writes to sockets whose other side may be gone.
  std::signal(SIGPIPE, SIG_IGN);
  Context context;
  if (address.starts_with("unix://")) {
    context.reset(redisConnectUnixWithTimeout(address.substr(7).c_str(), kConnectLimit));
  } else if (address.starts_with("tcp://") && address.rfind(':') > 5) {
    const std::string host = address.substr(6, address.rfind(':') - 6);
    const int port = std::atoi(address.substr(address.rfind(':') + 1).c_str());
    if (port < 1 || port > 65535) return Invalid(Format("\"{}\" has no port", address));
    context.reset(redisConnectWithTimeout(host.c_str(), port, kConnectLimit));
  } else {
    return Invalid(
        Format("\"{}\" is no Redis address; write tcp://127.0.0.1:6379 or "
               "unix:///path/to/socket",
               address));
  }
  if (context == nullptr || context->err != 0) {
    return Unavailable(Format("there is no Redis at {}: {}", address,
                              context == nullptr ? "no memory" : context->errstr));
  }
  if (redisSetTimeout(context.get(), kAnswerLimit) != REDIS_OK) {
    return Unavailable(Format("cannot set a time limit for Redis at {}", address));
  }
  std::unique_ptr<RedisConnection> connection =
      std::make_unique<Connection>(std::move(context), address);
  if (auto alive = connection->Ping(); !alive) return alive.error();
  return connection;
}

}  // namespace paystorm
