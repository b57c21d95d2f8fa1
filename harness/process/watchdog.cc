#include "harness/process/watchdog.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// $1 is the folder. A killed server may still be writing while it dies, hence the repeated rm.
constexpr char kScript[] = R"(
trap '' INT TERM HUP QUIT PIPE
groups=
while IFS=' ' read -r verb group; do
  case $verb in
    watch) groups="$groups $group" ;;
    forget)
      left=
      for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
      groups=$left ;;
  esac
done
for one in $groups; do kill -KILL "-$one" 2>/dev/null; done
[ -n "$1" ] || exit 0
tries=0
while ! rm -rf -- "$1" 2>/dev/null && [ $tries -lt 40 ]; do
  tries=$((tries + 1))
  sleep 0.05
done
)";

}  // namespace

Result<std::unique_ptr<Watchdog>> Watchdog::Start(const std::string& folder) {
  auto pipe = OpenPipe();
  if (!pipe) return pipe.error();
  SpawnSpec spec;
  spec.program = "/bin/sh";
  spec.arguments = {"paystorm-watchdog", "-c", kScript, "paystorm-watchdog", folder};
  spec.environment = {{"PATH", "/usr/bin:/bin"}};
  spec.working_folder = "/";
  spec.input_fd = pipe->first.get();
  spec.own_session = true;
  auto pid = Spawn(spec, [](pid_t) {});
  if (!pid) return pid.error();
  return std::unique_ptr<Watchdog>(new Watchdog(*pid, std::move(pipe->second)));
}

Watchdog::~Watchdog() {
  pipe_.Reset();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (waitpid(pid_, nullptr, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      (void)kill(pid_, SIGKILL);
      (void)waitpid(pid_, nullptr, 0);
      return;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
}

void Watchdog::Watch(pid_t group) { Tell(Format("watch {}\n", group)); }

void Watchdog::Forget(pid_t group) { Tell(Format("forget {}\n", group)); }

// Shorter than PIPE_BUF, so it is written whole. A watchdog that somebody killed must not kill us:
// SIGPIPE is held back around the write and taken away if it came.
void Watchdog::Tell(const std::string& line) {
  sigset_t broken_pipe;
  sigset_t before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  (void)pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  if (write(pipe_.get(), line.data(), line.size()) < 0 && errno == EPIPE) {
    const timespec at_once = {};
    (void)sigtimedwait(&broken_pipe, nullptr, &at_once);
  }
  (void)pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace paystorm
