#ifndef PAYSTORM_HARNESS_SERVICES_SERVICES_H_
#define PAYSTORM_HARNESS_SERVICES_SERVICES_H_

// Private throw-away MariaDB and Redis servers: found among the installed binaries, started on a
// unix socket and a free loopback port in a temporary folder, stopped and wiped at the end, also
// when this process is killed.

#include <chrono>
#include <memory>
#include <string>

#include "mockgw/base/result.h"

namespace paystorm {

// Owned by one thread. Destruction stops the server and removes its folder.
class PrivateServer {
 public:
  virtual ~PrivateServer() = default;

  // tcp://127.0.0.1:PORT; the same for the server's whole life, over Stop and Start.
  virtual std::string address() const = 0;
  virtual bool running() const = 0;
  // Ends the server, cuts its connections and waits for it, at most 5 s. MariaDB keeps committed
  // rows; Redis has nothing on disk and comes back empty. No-op when not running.
  virtual void Stop() = 0;
  // Starts it again on the same address and waits until it answers, at most 10 s. No-op when
  // running.
  virtual Result<void> Start() = 0;
};

// kUnavailable when the binary is missing: names the package that has it and the command to
// install it. `folder` is created; it is removed at the end, unless `keep`.
Result<std::unique_ptr<PrivateServer>> StartMariaDb(const std::string& folder, bool keep);
Result<std::unique_ptr<PrivateServer>> StartRedis(const std::string& folder, bool keep);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SERVICES_SERVICES_H_
