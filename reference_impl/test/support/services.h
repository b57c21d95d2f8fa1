#ifndef PAYSTORM_REFERENCE_TEST_SUPPORT_SERVICES_H_
#define PAYSTORM_REFERENCE_TEST_SUPPORT_SERVICES_H_

#include <filesystem>
#include <memory>
#include <string>

#include "store/db.h"
#include "store/redis.h"
#include "test/support/child.h"

namespace paystorm_reference::test {

// A private MariaDB and a private Redis on unix sockets in a temporary folder, which goes with
// them. Throws when a server program is missing or does not come up: that is a failure, not a skip.
class Services final {
 public:
  Services();
  ~Services();

  std::string mysql_address() const;
  std::string redis_address() const;
  const std::filesystem::path& dir() const { return dir_; }

  void StartDatabase();
  void StopDatabase();  // an orderly shutdown; all sessions are cut
  void StartRedis();
  void StopRedis();  // kill -9
  void SignalDatabase(int signal) const { database_->Signal(signal); }
  void SignalRedis(int signal) const { redis_->Signal(signal); }

 private:
  std::filesystem::path dir_;
  std::unique_ptr<Child> database_;
  std::unique_ptr<Child> redis_;
};

// One pair for the whole test binary; started at the first use.
Services& SharedServices();

}  // namespace paystorm_reference::test

#endif  // PAYSTORM_REFERENCE_TEST_SUPPORT_SERVICES_H_
