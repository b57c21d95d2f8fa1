#ifndef PAYSTORM_HARNESS_SERVICES_SERVER_PROCESS_H_
#define PAYSTORM_HARNESS_SERVICES_SERVER_PROCESS_H_

// What the private servers have in common: a child process on one port in one folder.
// Owned by one thread.

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "harness/process/child.h"
#include "harness/process/watchdog.h"
#include "harness/services/services.h"

namespace paystorm {

struct ServerCommand {
  std::string name;     // for messages: "MariaDB"
  std::string program;  // path
  // argv for that port.
  std::function<std::vector<std::string>(int port)> arguments;
  // Answers requests already?
  std::function<bool(const std::string& address)> ready;
  // True: Stop() asks it to end (SIGTERM) and kills it only when it does not end within 5 s.
  bool ends_in_order = false;
};

// Starts it on a free port, another one when that was lost to somebody else, and waits until it is
// ready, at most 10 s. The folder is removed at the end unless `keep`.
Result<std::unique_ptr<PrivateServer>> StartServerProcess(ServerCommand command,
                                                          const std::string& folder, bool keep);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SERVICES_SERVER_PROCESS_H_
