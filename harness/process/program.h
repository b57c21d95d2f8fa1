#ifndef PAYSTORM_HARNESS_PROCESS_PROGRAM_H_
#define PAYSTORM_HARNESS_PROCESS_PROGRAM_H_

// Finding installed programs. Thread-safe.

#include <string>
#include <vector>

#include "mockgw/base/result.h"

namespace paystorm {

// Where servers are looked for: PATH, then /usr/local/sbin, /usr/sbin and /sbin, which an ordinary
// user's PATH lacks.
std::vector<std::string> ProgramFolders();

// The path of the first executable file of any of these names (names first, then folders).
// kUnavailable naming the first name, the Debian package and the command that installs it, with
// sudo unless we are root.
Result<std::string> FindProgram(const std::vector<std::string>& names,
                                const std::vector<std::string>& folders,
                                const std::string& package);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_PROGRAM_H_
