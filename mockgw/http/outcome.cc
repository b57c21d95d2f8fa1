#include "mockgw/http/outcome.h"

namespace paystorm::mockgw {

SendOutcome DecideOutcome(const TransferFacts& facts) {
  if (facts.answer_complete && facts.status >= 200 && facts.status <= 599) {
    return SendOutcome::kAnswered;
  }
  const bool all_sent =
      facts.body_bytes == 0 ? facts.head_bytes_sent > 0 : facts.body_bytes_sent >= facts.body_bytes;
  return all_sent ? SendOutcome::kNoAnswer : SendOutcome::kNotSent;
}

}  // namespace paystorm::mockgw
