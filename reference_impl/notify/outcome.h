#ifndef PAYSTORM_REFERENCE_NOTIFY_OUTCOME_H_
#define PAYSTORM_REFERENCE_NOTIFY_OUTCOME_H_

#include <string>
#include <utility>

#include "metrics/metrics.h"

namespace paystorm_reference {

// How one delivery ended: what is counted, logged and answered. A plain value.
struct Outcome {
  enum class Kind { kProcessed, kTurnedAway, kFailed };

  Kind kind = Kind::kFailed;
  Layer layer = Layer::kSignature;  // of kTurnedAway only
  int status = 500;                 // of the HTTP answer
  bool acknowledged = false;        // the body says SUCCESS; else FAIL with `message`
  std::string message;              // shown to the gateway and logged; never a secret
  bool nothing_to_do = false;       // of kTurnedAway: rightly told, and no task for this server

  static Outcome Processed() {
    return {Kind::kProcessed, Layer::kSignature, 200, true, "OK", false};
  }
  // The effect is durable already; nothing was done.
  static Outcome Duplicate(Layer layer) {
    return {Kind::kTurnedAway, layer, 200, true, "OK", false};
  }
  static Outcome Refused(Layer layer, int status, std::string message) {
    return {Kind::kTurnedAway, layer, status, false, std::move(message), false};
  }
  static Outcome NothingToDo(std::string message) {
    return {Kind::kTurnedAway, Layer::kSignature, 200, true, std::move(message), true};
  }
  static Outcome Failed(int status, std::string message) {
    return {Kind::kFailed, Layer::kSignature, status, false, std::move(message), false};
  }
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_OUTCOME_H_
