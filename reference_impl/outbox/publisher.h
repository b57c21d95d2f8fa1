#ifndef PAYSTORM_REFERENCE_OUTBOX_PUBLISHER_H_
#define PAYSTORM_REFERENCE_OUTBOX_PUBLISHER_H_

#include <condition_variable>
#include <mutex>
#include <thread>

#include "log/log.h"
#include "store/db.h"
#include "store/redis.h"

namespace paystorm_reference {

// Publisher moves committed outbox rows to the Redis stream `payment_events`, on one thread of its
// own with a database session of its own. It is woken after each commit and looks by itself every
// 250 ms, so rows that another instance, or an earlier life of this one, left behind go out too.
// Redis or the database absent: rows wait.
//
// A row goes out once: the script that appends to the stream also sets
// payment_events:published:{event_key}, and appends nothing where that is set; so neither a crash
// between the stream and the row's published_at nor a second instance publishes twice.
//
// Thread-safe.
class Publisher final {
 public:
  Publisher(DbOptions db, Redis& redis, Log& log);
  // Publishes what there is, for at most one round, and joins the thread.
  ~Publisher();
  Publisher(const Publisher&) = delete;
  Publisher& operator=(const Publisher&) = delete;

  // Never blocks.
  void Wake();

 private:
  enum class Round { kIdle, kMore, kStuck };
  void Loop();
  Round PublishSome(DbSession& db);
  bool PublishOne(DbSession& db, const Row& row);

  const DbOptions db_options_;
  Redis& redis_;
  Log& log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
  bool stop_ = false;
  bool database_lost_ = false;  // of the thread alone
  std::thread thread_;          // the last member: it uses all the others
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_OUTBOX_PUBLISHER_H_
