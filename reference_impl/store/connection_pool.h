#ifndef PAYSTORM_REFERENCE_STORE_CONNECTION_POOL_H_
#define PAYSTORM_REFERENCE_STORE_CONNECTION_POOL_H_

#include <chrono>
#include <memory>
#include <mutex>
#include <vector>

#include "store/db.h"

namespace paystorm_reference {

// ConnectionPool keeps one database session for each worker that asks for one at the same time,
// with its prepared statements. Thread-safe.
class ConnectionPool final {
 public:
  // A borrowed session; goes back to the pool when it is destroyed.
  class Lease final {
   public:
    Lease(ConnectionPool& pool, std::unique_ptr<DbSession> connection);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    DbSession& operator*() const { return *connection_; }
    DbSession* operator->() const { return connection_.get(); }

   private:
    ConnectionPool& pool_;
    std::unique_ptr<DbSession> connection_;
  };

  explicit ConnectionPool(DbOptions options);

  // A session that was alive a moment ago: one that has been idle is asked first, so that a
  // restarted database costs no request. Throws DbError when there is none; at most 1 s.
  Lease Take();

 private:
  struct Idle {
    std::unique_ptr<DbSession> connection;
    std::chrono::steady_clock::time_point since;
  };
  void Return(std::unique_ptr<DbSession> connection);

  const DbOptions options_;
  std::mutex mutex_;
  std::vector<Idle> idle_;  // the one used last is used first
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_STORE_CONNECTION_POOL_H_
