#ifndef PAYSTORM_REFERENCE_LAYER_STRATEGIES_H_
#define PAYSTORM_REFERENCE_LAYER_STRATEGIES_H_

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "layer/answer_policy.h"
#include "layer/event_sink.h"
#include "layer/notify_lock.h"
#include "layer/notify_log.h"
#include "layer/signature_gate.h"
#include "layer/state_machine.h"
#include "notify/order_check.h"
#include "store/redis.h"
#include "store/schema.h"

namespace paystorm_reference {

// Everything that a defect, or a layer that is switched off, may replace. None is null.
struct Strategies {
  // By channel, one for each that is configured.
  std::map<std::string, std::unique_ptr<SignatureGate>, std::less<>> gates;
  std::unique_ptr<OrderComparison> comparison;
  std::unique_ptr<NotifyLock> lock;
  std::unique_ptr<NotifyLog> log;
  std::unique_ptr<StateMachine> machine;
  std::unique_ptr<EventSink> events;
  std::unique_ptr<AnswerPolicy> answers;
  std::vector<DroppedKey> dropped_keys;  // by --init-schema
};

// What a replacement is made from; borrowed for as long as the strategies live.
struct StrategyTools {
  Redis& redis;
  std::chrono::milliseconds lock_ttl;
  std::chrono::milliseconds claim_lease;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_STRATEGIES_H_
