#ifndef PAYSTORM_HARNESS_STORE_REDIS_H_
#define PAYSTORM_HARNESS_STORE_REDIS_H_

// A connection to a Redis server.

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mockgw/base/result.h"

namespace paystorm {

struct StreamEntry {
  std::string id;
  std::vector<std::pair<std::string, std::string>> fields;
};

// Owned by one thread.
class RedisConnection {
 public:
  virtual ~RedisConnection() = default;

  virtual Result<void> Ping() = 0;
  virtual Result<void> FlushAll() = 0;
  // Takes `span` off the remaining life of every key that has one; a key with no more than that
  // left is gone. Returns the keys that had a life: those aged, and those that expired by it.
  struct Aged {
    std::vector<std::string> younger;  // still there
    std::vector<std::string> expired;
  };
  virtual Result<Aged> AgeKeys(std::chrono::milliseconds span) = 0;
  // All entries, oldest first, at most 100,000. Empty when there is no such stream.
  virtual Result<std::vector<StreamEntry>> ReadStream(const std::string& name) = 0;
  // Plain commands for tests and further probes: the reply as text lines.
  virtual Result<std::vector<std::string>> Command(const std::vector<std::string>& words) = 0;
};

// `address`: tcp://127.0.0.1:6379 or unix:///path/to/socket. kUnavailable naming the address.
Result<std::unique_ptr<RedisConnection>> ConnectRedis(const std::string& address);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_STORE_REDIS_H_
