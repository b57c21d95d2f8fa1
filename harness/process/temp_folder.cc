#include "harness/process/temp_folder.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "mockgw/base/format.h"

namespace paystorm {

Result<std::unique_ptr<TempFolder>> TempFolder::Make() {
  const char* parent = std::getenv("TMPDIR");
  std::string path =
      Format("{}/paystorm-XXXXXX", parent != nullptr && *parent == '/' ? parent : "/tmp");
  if (mkdtemp(path.data()) == nullptr) {
    return Unavailable(Format("cannot make a folder {}: {}", path, std::strerror(errno)));
  }
  auto watchdog = Watchdog::Start(path);
  if (!watchdog) {
    (void)rmdir(path.c_str());
    return watchdog.error();
  }
  return std::unique_ptr<TempFolder>(new TempFolder(path, *std::move(watchdog)));
}

}  // namespace paystorm
