#ifndef PAYSTORM_HARNESS_RUN_RUN_FOLDER_H_
#define PAYSTORM_HARNESS_RUN_RUN_FOLDER_H_

// The folder that a run leaves: runs/<time>-<name>/ with one folder a scenario, and `latest`
// beside it.

#include <string>
#include <vector>

#include "harness/record/history.h"
#include "mockgw/base/clock.h"
#include "mockgw/base/result.h"

namespace paystorm {

// Makes <report_dir>/<time>-<name>/ (UTC, with a counter when it exists already) and points the
// link <report_dir>/latest at it. The folder's path. kUnavailable naming the path.
Result<std::string> MakeRunFolder(const std::string& report_dir, const std::string& name,
                                  SystemTime now);

// Makes a folder below. kUnavailable naming the path.
Result<void> MakeFolder(const std::string& path);

// Whole or not at all: written beside and renamed. kUnavailable naming the path.
Result<void> WriteFile(const std::string& path, const std::string& content);

Result<void> WriteHistory(const std::string& path, const std::vector<Event>& events);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_RUN_FOLDER_H_
