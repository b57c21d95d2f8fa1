#include "layer/answer_policy.h"

namespace paystorm_reference {

Outcome HonestAnswers::Busy(Layer layer) const {
  return Outcome::Refused(layer, 409, "another delivery is being worked on");
}

Outcome HonestAnswers::StepFailed(int status, const std::string& message) const {
  return Outcome::Failed(status, message);
}

}  // namespace paystorm_reference
