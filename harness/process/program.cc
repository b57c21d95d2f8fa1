#include "harness/process/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

bool IsExecutableFile(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::vector<std::string> ProgramFolders() {
  std::vector<std::string> folders;
  if (const char* path = std::getenv("PATH"); path != nullptr) {
    std::istringstream parts(path);
    for (std::string folder; std::getline(parts, folder, ':');) {
      if (!folder.empty()) folders.push_back(folder);
    }
  }
  for (const char* folder : {"/usr/local/sbin", "/usr/sbin", "/sbin"}) folders.emplace_back(folder);
  return folders;
}

Result<std::string> FindProgram(const std::vector<std::string>& names,
                                const std::vector<std::string>& folders,
                                const std::string& package) {
  for (const std::string& name : names) {
    for (const std::string& folder : folders) {
      std::string path = folder + "/" + name;
      if (IsExecutableFile(path)) return path;
    }
  }
  return Unavailable(Format("{} is not installed; its package is {}: {}apt-get install -y {}",
                            names.front(), package, geteuid() == 0 ? "" : "sudo ", package));
}

}  // namespace paystorm
