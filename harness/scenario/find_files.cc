#include <algorithm>
#include <filesystem>
#include <set>

#include "harness/scenario/parser.h"

namespace paystorm {
namespace {

namespace fs = std::filesystem;

bool IsYaml(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

Result<std::vector<std::string>> FilesBelow(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  while (!error && at != fs::recursive_directory_iterator()) {
    std::error_code unreadable;
    if (at->is_regular_file(unreadable) && IsYaml(at->path())) files.push_back(at->path().string());
    at.increment(error);
  }
  if (error) return Invalid(folder.string() + ": cannot be read: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Result<std::vector<std::string>> FindScenarioFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  std::set<std::string> seen;  // by their one true path, so that a link is no second file
  const auto add = [&](const std::string& file) {
    std::error_code error;
    const fs::path truly = fs::canonical(file, error);
    if (seen.insert(error ? file : truly.string()).second) files.push_back(file);
  };
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found || status.type() == fs::file_type::none) {
      return Invalid(path + ": no such file or folder");
    }
    if (status.type() != fs::file_type::directory) {
      add(path);
      continue;
    }
    auto below = FilesBelow(path);
    if (!below) return below.error();
    for (const std::string& file : *below) add(file);
  }
  return files;
}

}  // namespace paystorm
