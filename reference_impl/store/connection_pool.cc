#include "store/connection_pool.h"

#include <utility>

namespace paystorm_reference {
namespace {

constexpr std::chrono::milliseconds kTrustedIdle{200};

}  // namespace

ConnectionPool::Lease::Lease(ConnectionPool& pool, std::unique_ptr<DbSession> connection)
    : pool_(pool), connection_(std::move(connection)) {}

ConnectionPool::Lease::~Lease() { pool_.Return(std::move(connection_)); }

ConnectionPool::ConnectionPool(DbOptions options) : options_(std::move(options)) {}

ConnectionPool::Lease ConnectionPool::Take() {
  Idle taken;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      taken = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  const bool fresh = taken.connection == nullptr;
  if (fresh) taken.connection = std::make_unique<DbSession>(options_);
  const bool probe = !fresh && std::chrono::steady_clock::now() - taken.since > kTrustedIdle;
  taken.connection->EnsureAlive(probe);
  return Lease(*this, std::move(taken.connection));
}

void ConnectionPool::Return(std::unique_ptr<DbSession> connection) {
  if (connection->broken()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back({std::move(connection), std::chrono::steady_clock::now()});
}

}  // namespace paystorm_reference
