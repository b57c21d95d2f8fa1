#ifndef PAYSTORM_HARNESS_PROCESS_WATCHDOG_H_
#define PAYSTORM_HARNESS_PROCESS_WATCHDOG_H_

// A Watchdog cleans up after us when we die without a word (kill -9, abort): it is a small process
// (/bin/sh, about 1 MB) in a session of its own that reads a pipe whose only write end is ours. At
// the end of that pipe it kills the process groups it was told of, removes its folder and ends.
//
// The kernel's parent-death signal would not do: it comes when the thread that forked ends, and it
// removes no folders.
//
// Owned by one thread.

#include <sys/types.h>

#include <memory>
#include <string>

#include "harness/process/spawn.h"
#include "mockgw/base/result.h"

namespace paystorm {

class Watchdog final {
 public:
  // `folder`, when not empty, is removed with all that is in it at our end, whether we die or this
  // object is destroyed. Requires that it is ours alone. kUnavailable when no process can be had.
  static Result<std::unique_ptr<Watchdog>> Start(const std::string& folder);

  // Kills what is still being watched, removes the folder, waits for the watchdog's end, at most
  // 5 s.
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // From here on the process group dies with us.
  void Watch(pid_t group);
  // Requires that the group's leader has not been reaped, so that its number cannot be another's.
  void Forget(pid_t group);

 private:
  Watchdog(pid_t pid, UniqueFd pipe) : pid_(pid), pipe_(std::move(pipe)) {}
  void Tell(const std::string& line);

  const pid_t pid_;
  UniqueFd pipe_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_WATCHDOG_H_
