#ifndef PAYSTORM_HARNESS_CLI_TARGET_CHECK_H_
#define PAYSTORM_HARNESS_CLI_TARGET_CHECK_H_

#include <string>
#include <vector>

#include "mockgw/base/result.h"

namespace paystorm {

// kInvalid unless `url` is an http(s) URL whose host is this machine (localhost, [::1] or an
// address of 127.0.0.0/8 in digits) or one of `allowed`, word for word. Names are not resolved: a
// name that leads to the loopback today may lead elsewhere tomorrow.
Result<void> CheckTarget(const std::string& url, const std::vector<std::string>& allowed);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CLI_TARGET_CHECK_H_
