#ifndef PAYSTORM_HARNESS_PROCESS_SPAWN_H_
#define PAYSTORM_HARNESS_PROCESS_SPAWN_H_

// Starts one child process with nothing inherited but what is named here. The two users are Child
// and Watchdog; everybody else starts programs through Child.

#include <sys/types.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mockgw/base/result.h"

namespace paystorm {

// Owns a file descriptor; -1 owns nothing. Thread-compatible.
class UniqueFd final {
 public:
  explicit UniqueFd(int fd = -1) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    Reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~UniqueFd() { Reset(); }
  int get() const { return fd_; }
  void Reset(int fd = -1);

 private:
  int fd_;
};

// The read end and the write end; neither outlives an exec. kUnavailable when there are no
// descriptors left.
Result<std::pair<UniqueFd, UniqueFd>> OpenPipe();

struct SpawnSpec {
  std::string program;                                           // a path
  std::vector<std::string> arguments;                            // argv, argv[0] included
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours, replaces ours
  std::string working_folder;                                    // empty: ours
  int input_fd = -1;                                             // standard input; -1: /dev/null
  int output_fd = -1;        // standard output and error; -1: /dev/null
  bool own_session = false;  // else only a process group of its own
};

// The child's pid, which is also its process group's. The program begins only after `registered`
// has returned, so whoever must know of the child knows of it before it can do anything; if we die
// before that, it ends without having begun. All signals have their default action in the child
// and none is blocked. kUnavailable with the reason when the program cannot be executed; the child
// is then reaped.
Result<pid_t> Spawn(const SpawnSpec& spec, const std::function<void(pid_t)>& registered);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_SPAWN_H_
