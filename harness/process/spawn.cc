#include "harness/process/spawn.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// Everything the child needs, laid out before the fork: between fork and exec it may call only
// async-signal-safe functions, because other threads may hold the allocator's lock.
struct Prepared {
  const char* program;
  char* const* argv;
  char* const* envp;
  const char* working_folder;  // null: ours
  int input_fd;
  int output_fd;
  int go_fd;
  int status_fd;
  bool own_session;
};

constexpr int kGo = 3;
constexpr int kStatus = 4;

void ResetSignals() {
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) (void)sigaction(number, &action, nullptr);
  sigset_t none;
  sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Moves the descriptors into place and closes all others: a sibling's pipe held by this child
// would keep that sibling from seeing our end.
bool ArrangeDescriptors(const Prepared& prepared) {
  const int null_fd = open("/dev/null", O_RDWR);
  if (null_fd < 0) return false;
  const int input =
      fcntl(prepared.input_fd < 0 ? null_fd : prepared.input_fd, F_DUPFD, kStatus + 1);
  const int output =
      fcntl(prepared.output_fd < 0 ? null_fd : prepared.output_fd, F_DUPFD, kStatus + 1);
  const int go = fcntl(prepared.go_fd, F_DUPFD, kStatus + 1);
  const int status = fcntl(prepared.status_fd, F_DUPFD, kStatus + 1);
  if (input < 0 || output < 0 || go < 0 || status < 0) return false;
  if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return false;
  if (dup2(go, kGo) < 0 || dup2(status, kStatus) < 0) return false;
  (void)fcntl(kGo, F_SETFD, FD_CLOEXEC);
  (void)fcntl(kStatus, F_SETFD, FD_CLOEXEC);
  return close_range(kStatus + 1, ~0U, 0) == 0;
}

[[noreturn]] void RunChild(const Prepared& prepared) {
  if (prepared.own_session) {
    (void)setsid();
  } else {
    (void)setpgid(0, 0);
  }
  ResetSignals();
  if (!ArrangeDescriptors(prepared)) _exit(127);
  char go = 0;
  ssize_t got;
  do {
    got = read(kGo, &go, 1);
  } while (got < 0 && errno == EINTR);
  if (got != 1) _exit(127);
  if (prepared.working_folder == nullptr || chdir(prepared.working_folder) == 0) {
    execve(prepared.program, prepared.argv, prepared.envp);
  }
  const int why = errno;
  (void)!write(kStatus, &why, sizeof why);
  _exit(127);
}

std::vector<std::string> Environment(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> lines;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string line = *entry;
    bool replaced = false;
    for (const auto& [name, value] : added) replaced |= line.rfind(name + "=", 0) == 0;
    if (!replaced) lines.push_back(line);
  }
  for (const auto& [name, value] : added) lines.push_back(name + "=" + value);
  return lines;
}

std::vector<char*> Pointers(std::vector<std::string>& lines) {
  std::vector<char*> pointers;
  pointers.reserve(lines.size() + 1);
  for (std::string& line : lines) pointers.push_back(line.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The errno of a failed exec; empty when it worked, or when the child died before it.
std::optional<int> ReadExecError(int status_fd) {
  int why = 0;
  ssize_t got;
  do {
    got = read(status_fd, &why, sizeof why);
  } while (got < 0 && errno == EINTR);
  if (got != static_cast<ssize_t>(sizeof why)) return std::nullopt;
  return why;
}

}  // namespace

void UniqueFd::Reset(int fd) {
  if (fd_ >= 0) (void)close(fd_);
  fd_ = fd;
}

Result<std::pair<UniqueFd, UniqueFd>> OpenPipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Unavailable(Format("cannot open a pipe: {}", std::strerror(errno)));
  }
  return std::pair<UniqueFd, UniqueFd>(UniqueFd(ends[0]), UniqueFd(ends[1]));
}

Result<pid_t> Spawn(const SpawnSpec& spec, const std::function<void(pid_t)>& registered) {
  auto go = OpenPipe();
  if (!go) return go.error();
  auto status = OpenPipe();
  if (!status) return status.error();
  std::vector<std::string> arguments = spec.arguments;
  std::vector<std::string> environment = Environment(spec.environment);
  const std::vector<char*> argv = Pointers(arguments);
  const std::vector<char*> envp = Pointers(environment);
  const Prepared prepared = {
      .program = spec.program.c_str(),
      .argv = argv.data(),
      .envp = envp.data(),
      .working_folder = spec.working_folder.empty() ? nullptr : spec.working_folder.c_str(),
      .input_fd = spec.input_fd,
      .output_fd = spec.output_fd,
      .go_fd = go->first.get(),
      .status_fd = status->second.get(),
      .own_session = spec.own_session,
  };
  const pid_t pid = fork();
  if (pid < 0) return Unavailable(Format("cannot fork: {}", std::strerror(errno)));
  if (pid == 0) RunChild(prepared);
  if (!spec.own_session) (void)setpgid(pid, pid);
  status->second.Reset();
  registered(pid);
  // A child that died before it could read is seen below; SIGPIPE cannot come, we hold a read end.
  (void)!write(go->second.get(), "g", 1);
  if (const auto why = ReadExecError(status->first.get()); why.has_value()) {
    (void)waitpid(pid, nullptr, 0);
    return Unavailable(Format("cannot start {}: {}", spec.program, std::strerror(*why)));
  }
  return pid;
}

}  // namespace paystorm
