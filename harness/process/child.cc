#include "harness/process/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

#include "mockgw/base/format.h"

namespace paystorm {

Result<std::unique_ptr<Child>> Child::Start(const ChildCommand& command, Watchdog& watchdog) {
  UniqueFd output;
  if (!command.output_file.empty()) {
    output.Reset(
        open(command.output_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (output.get() < 0) {
      return Unavailable(Format("cannot write {}: {}", command.output_file, std::strerror(errno)));
    }
  }
  SpawnSpec spec;
  spec.program = command.program;
  spec.arguments = command.arguments;
  spec.environment = command.environment;
  spec.working_folder = command.working_folder;
  spec.output_fd = output.get();
  pid_t group = 0;
  auto pid = Spawn(spec, [&](pid_t started) {
    group = started;
    watchdog.Watch(started);
  });
  if (!pid) {
    if (group != 0) watchdog.Forget(group);
    return pid.error();
  }
  return std::unique_ptr<Child>(new Child(*pid, watchdog));
}

Child::~Child() { (void)Kill(); }

bool Child::Running() const {
  if (exit_code_.has_value()) return false;
  siginfo_t info = {};
  const int done = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return done == 0 && info.si_pid == 0;
}

void Child::Signal(int number) {
  if (!exit_code_.has_value()) (void)kill(pid_, number);
}

std::optional<int> Child::Wait(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (Running()) {
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  return Reap();
}

int Child::Kill() {
  if (exit_code_.has_value()) return *exit_code_;
  (void)kill(-pid_, SIGKILL);
  return Reap();
}

// The group is killed and forgotten while the leader is still a zombie at most: until it is
// reaped, neither its number nor its group's can belong to anybody else.
int Child::Reap() {
  if (exit_code_.has_value()) return *exit_code_;
  siginfo_t info = {};
  while (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  (void)kill(-pid_, SIGKILL);
  watchdog_.Forget(pid_);
  int status = 0;
  pid_t reaped;
  do {
    reaped = waitpid(pid_, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  // Without a status (somebody ignores SIGCHLD) all we know is that it is gone.
  exit_code_ = reaped != pid_      ? -1
               : WIFEXITED(status) ? WEXITSTATUS(status)
                                   : 128 + WTERMSIG(status);
  return *exit_code_;
}

}  // namespace paystorm
