#ifndef PAYSTORM_MOCKGW_HTTP_OUTCOME_H_
#define PAYSTORM_MOCKGW_HTTP_OUTCOME_H_

// The one place that decides what became of a request. Pure.

#include <cstdint>

#include "mockgw/http/client.h"

namespace paystorm::mockgw {

struct TransferFacts {
  // The answer came to its end, or was cut by us at the size we keep.
  bool answer_complete = false;
  int status = 0;  // of the last status line seen; 0 when there was none
  // Bytes of the request that the kernel took.
  uint64_t head_bytes_sent = 0;
  uint64_t body_bytes_sent = 0;
  uint64_t body_bytes = 0;  // that were to be sent
};

// kAnswered by a complete final answer (200-599), also one that came before the request was all
// sent (413). Else kNotSent when a byte of the request is missing, else kNoAnswer. A request
// without a body counts as sent from its first byte on, since nobody can tell how much of it
// arrived.
SendOutcome DecideOutcome(const TransferFacts& facts);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_OUTCOME_H_
