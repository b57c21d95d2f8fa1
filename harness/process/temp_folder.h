#ifndef PAYSTORM_HARNESS_PROCESS_TEMP_FOLDER_H_
#define PAYSTORM_HARNESS_PROCESS_TEMP_FOLDER_H_

// A folder that is gone when we are, also after kill -9.
//
// Owned by one thread.

#include <memory>
#include <string>

#include "harness/process/watchdog.h"
#include "mockgw/base/result.h"

namespace paystorm {

class TempFolder final {
 public:
  // Makes $TMPDIR/paystorm-XXXXXX (/tmp when TMPDIR is not set), readable by its owner alone.
  // kUnavailable with the reason.
  static Result<std::unique_ptr<TempFolder>> Make();

  // An absolute path without a trailing slash.
  const std::string& path() const { return path_; }

 private:
  TempFolder(std::string path, std::unique_ptr<Watchdog> watchdog)
      : path_(std::move(path)), watchdog_(std::move(watchdog)) {}

  const std::string path_;
  const std::unique_ptr<Watchdog> watchdog_;  // removes the folder at its end
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_TEMP_FOLDER_H_
