#include "test/support/services.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <stdexcept>
#include <thread>

namespace paystorm_reference::test {
namespace {

std::string Find(const std::vector<std::string>& places) {
  for (const std::string& place : places) {
    if (access(place.c_str(), X_OK) == 0) return place;
  }
  throw std::runtime_error("not installed: " + places.front());
}

template <typename Ready>
void WaitFor(const std::string& what, const Ready& ready) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!ready()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error(what + " is not ready");
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

Services::Services() {
  std::string pattern = (std::filesystem::temp_directory_path() / "reference-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
  dir_ = pattern;
  std::filesystem::create_directory(dir_ / "data");
  StartDatabase();
  StartRedis();
}

Services::~Services() {
  database_.reset();
  redis_.reset();
  std::error_code ignored;
  std::filesystem::remove_all(dir_, ignored);
}

std::string Services::mysql_address() const { return "unix://" + (dir_ / "mysql.sock").string(); }
std::string Services::redis_address() const { return "unix://" + (dir_ / "redis.sock").string(); }

void Services::StartDatabase() {
  const std::string dir = dir_.string();
  std::vector<std::string> argv = {"mariadbd",
                                   "--no-defaults",
                                   "--datadir=" + dir + "/data",
                                   "--socket=" + dir + "/mysql.sock",
                                   "--pid-file=" + dir + "/mysql.pid",
                                   "--log-error=" + dir + "/mysql.log",
                                   "--skip-networking",
                                   "--skip-grant-tables",
                                   "--innodb-stats-persistent=0",
                                   "--innodb-log-file-size=4M",
                                   "--innodb-buffer-pool-size=32M",
                                   "--innodb-flush-log-at-trx-commit=1",
                                   "--innodb-doublewrite=0",
                                   "--innodb-use-native-aio=0",
                                   "--skip-log-bin",
                                   "--performance-schema=OFF",
                                   "--skip-name-resolve"};
  if (geteuid() == 0) argv.insert(argv.begin() + 2, "--user=root");
  database_ = std::make_unique<Child>(Find({"/usr/sbin/mariadbd", "/usr/libexec/mariadbd"}), argv,
                                      dir + "/mysql.out");
  WaitFor("mariadbd", [&] {
    try {
      DbSession session({mysql_address(), "root", "", ""});
      session.Run("SELECT 1");
      return true;
    } catch (const DbError&) {
      return false;
    }
  });
}

void Services::StopDatabase() {
  // Not killed: a data folder this young, without the double-write buffer, would not come up again.
  database_->Signal(SIGTERM);
  database_->Wait(std::chrono::seconds(10));
  database_.reset();
}

void Services::StartRedis() {
  const std::string dir = dir_.string();
  redis_ = std::make_unique<Child>(
      Find({"/usr/bin/redis-check-rdb", "/usr/bin/redis-server"}),
      std::vector<std::string>{"redis-server", "--port", "0", "--unixsocket", dir + "/redis.sock",
                               "--save", "", "--appendonly", "no", "--dir", dir},
      dir + "/redis.out");
  WaitFor("redis", [&] {
    Redis redis(redis_address());
    return redis.Command({"PING"}).has_value();
  });
}

void Services::StopRedis() { redis_.reset(); }

Services& SharedServices() {
  static Services services;
  return services;
}

}  // namespace paystorm_reference::test
