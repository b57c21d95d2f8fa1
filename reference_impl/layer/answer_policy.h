#ifndef PAYSTORM_REFERENCE_LAYER_ANSWER_POLICY_H_
#define PAYSTORM_REFERENCE_LAYER_ANSWER_POLICY_H_

#include <string>

#include "notify/outcome.h"

namespace paystorm_reference {

// What the gateway is told when the effect is not durable, or not known to be. Thread-safe.
class AnswerPolicy {
 public:
  virtual ~AnswerPolicy() = default;
  // Another delivery of the same notification is at work.
  virtual Outcome Busy(Layer layer) const = 0;
  // The business step failed; `status` is 500 or 503.
  virtual Outcome StepFailed(int status, const std::string& message) const = 0;
};

// A success answer only for a durable effect: 409 and the status of the failure, so that the
// gateway sends again.
class HonestAnswers final : public AnswerPolicy {
 public:
  Outcome Busy(Layer layer) const override;
  Outcome StepFailed(int status, const std::string& message) const override;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_ANSWER_POLICY_H_
