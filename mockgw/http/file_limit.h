#ifndef PAYSTORM_MOCKGW_HTTP_FILE_LIMIT_H_
#define PAYSTORM_MOCKGW_HTTP_FILE_LIMIT_H_

// Room for many connections in this process. Thread-safe.

#include <cstddef>

#include "mockgw/base/result.h"

namespace paystorm::mockgw {

// Makes sure that `more` files can be opened in addition to those that are open now, raising the
// process's limit when needed (it is never lowered again). kUnavailable, with the limit unchanged,
// when the system does not allow that many; the message says what to do.
Result<void> MakeRoomForFiles(size_t more);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_FILE_LIMIT_H_
