#include "mockgw/http/file_limit.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "mockgw/base/format.h"

namespace paystorm::mockgw {

namespace {

size_t OpenFiles() {
  std::error_code error;
  const std::filesystem::directory_iterator files("/proc/self/fd", error);
  if (error) return 64;  // no /proc: a guess that a small process does not exceed
  return static_cast<size_t>(std::distance(files, std::filesystem::directory_iterator()));
}

}  // namespace

Result<void> MakeRoomForFiles(size_t more) {
  // What other threads may open meanwhile: logs, stores, other connections.
  constexpr size_t kMargin = 128;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return Unavailable(Format("cannot read the limit of open files: {}", std::strerror(errno)));
  }
  const rlim_t needed = more + OpenFiles() + kMargin;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= needed) return {};
  rlimit wanted = limit;
  wanted.rlim_cur = needed;
  wanted.rlim_max = std::max(limit.rlim_max, needed);  // beyond the hard limit only root may go
  if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) return {};
  return Unavailable(Format(
      "cannot open {} more files: the limit is {} (hard limit {}) and {} are needed; use fewer "
      "connections or raise it with `ulimit -Hn {}`",
      more, limit.rlim_cur, limit.rlim_max, needed, needed));
}

}  // namespace paystorm::mockgw
