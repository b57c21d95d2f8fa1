#ifndef PAYSTORM_HARNESS_PROCESS_CHILD_H_
#define PAYSTORM_HARNESS_PROCESS_CHILD_H_

// A Child is one process we started: a store, or an instance of the subject. It has a process
// group of its own (Ctrl-C on the terminal does not reach it), no descriptor of ours, and dies with
// us through its Watchdog.
//
// Owned by one thread at a time; the thread that started it may end before it does.

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/watchdog.h"
#include "mockgw/base/result.h"

namespace paystorm {

struct ChildCommand {
  std::string program;                                           // a path, see program.h
  std::vector<std::string> arguments;                            // argv, argv[0] included
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::string working_folder;                                    // empty: ours
  std::string output_file;  // standard output and error, appended; created if need be
};

class Child final {
 public:
  // kUnavailable when the program cannot be executed or the output file cannot be opened; nothing
  // runs then. `watchdog` must live longer than the child.
  static Result<std::unique_ptr<Child>> Start(const ChildCommand& command, Watchdog& watchdog);

  // As Kill().
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  // False from the moment it has ended, also before anyone has waited for it.
  bool Running() const;
  // To the process alone, not to its group. No-op when it has ended.
  void Signal(int number);
  // Its exit code, 128 + signal when a signal ended it; empty when it still runs after `limit`.
  // Whatever else is in its process group is killed when it has ended.
  std::optional<int> Wait(std::chrono::milliseconds limit);
  // Kills the process group (kill -9) and waits for the process; its exit code.
  int Kill();

 private:
  Child(pid_t pid, Watchdog& watchdog) : pid_(pid), watchdog_(watchdog) {}
  int Reap();

  const pid_t pid_;
  Watchdog& watchdog_;
  std::optional<int> exit_code_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_CHILD_H_
