#ifndef PAYSTORM_REFERENCE_NOTIFY_EXTRACT_ERROR_H_
#define PAYSTORM_REFERENCE_NOTIFY_EXTRACT_ERROR_H_

#include <string>
#include <variant>

#include "notify/notification.h"

namespace paystorm_reference {

// Why a body leads to no business step: 400 malformed, 422 well formed but nothing this server
// handles, 200 rightly told and nothing to do about it (acknowledged, so that it is not sent
// again).
struct ExtractError {
  int status = 400;
  std::string message;
};

using Extracted = std::variant<Notification, ExtractError>;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_EXTRACT_ERROR_H_
