#include "outbox/publisher.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "layer/event_sink.h"

namespace paystorm_reference {
namespace {

constexpr std::chrono::milliseconds kPoll{250};

// The mark of a published event outlives any row that could be published again.
constexpr std::string_view kPublishOnce =
    "if redis.call('SET', KEYS[1], '1', 'NX', 'EX', 604800) then "
    "redis.call('XADD', KEYS[2], '*', 'event_key', ARGV[1], 'event_type', ARGV[2], "
    "'order_no', ARGV[3], 'payload', ARGV[4]) return 1 end return 0";

}  // namespace

Publisher::Publisher(DbOptions db, Redis& redis, Log& log)
    : db_options_(std::move(db)), redis_(redis), log_(log), thread_([this] { Loop(); }) {}

Publisher::~Publisher() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Publisher::Wake() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    woken_ = true;
  }
  changed_.notify_one();
}

void Publisher::Loop() {
  DbSession db(db_options_);
  Round last = Round::kIdle;
  bool stopping = false;
  while (!stopping) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      // After a failure a wake-up means nothing: the time-out does.
      changed_.wait_for(lock, kPoll, [&] {
        return stop_ || last == Round::kMore || (woken_ && last != Round::kStuck);
      });
      woken_ = false;
      stopping = stop_;
    }
    try {
      last = redis_.configured() ? PublishSome(db) : Round::kIdle;
      database_lost_ = false;
    } catch (const DbError& error) {
      last = Round::kStuck;
      db.Close();
      if (!database_lost_) {
        log_.Write(Log::Level::kWarn, "outbox cannot be read", {{"reason", error.what()}});
      }
      database_lost_ = true;
    }
  }
}

Publisher::Round Publisher::PublishSome(DbSession& db) {
  constexpr size_t kBatch = 100;
  const auto rows = db.Query(
      "SELECT id, event_key, event_type, order_no, payload FROM outbox "
      "WHERE published_at IS NULL ORDER BY id LIMIT 100");
  for (const Row& row : rows) {
    if (!PublishOne(db, row)) return Round::kStuck;
  }
  return rows.size() == kBatch ? Round::kMore : Round::kIdle;
}

bool Publisher::PublishOne(DbSession& db, const Row& row) {
  const std::string key = row.at(1).value_or("");
  const std::string type = row.at(2).value_or("");
  const std::string order_no = row.at(3).value_or("");
  const std::string payload = row.at(4).value_or("");
  const std::string mark = std::string(kEventStream) + ":published:" + key;
  const auto reply =
      redis_.Command({"EVAL", kPublishOnce, "2", mark, kEventStream, key, type, order_no, payload});
  if (!reply || reply->type != RedisReply::Type::kInteger) return false;
  db.Execute("UPDATE outbox SET published_at = NOW(6) WHERE id = ? AND published_at IS NULL",
             {AsInt(row.at(0))});
  return true;
}

}  // namespace paystorm_reference
