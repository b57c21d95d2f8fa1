#ifndef PAYSTORM_HARNESS_FAULT_FAULT_H_
#define PAYSTORM_HARNESS_FAULT_FAULT_H_

// A Fault decides what goes wrong and when; it never acts. The run asks it at each moment of a
// delivery step and carries out what it answers, so that a unit test needs no server.
//
// Immutable; all methods may be called from many threads at once.

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/scenario.h"

namespace paystorm {

// Moments of one delivery step, in their order. A storm counts as attempt 1.
enum class Moment {
  kBeforeAttempt,
  kInWork,  // the attempt is under way; with hold_order: once the subject waits at the row
  kAfterAttempt,
  kStepEnd,  // always, also after an error: what is still broken is healed here
};

struct FaultAction {
  enum class Kind {
    kRejectWrites,  // a trigger makes every insert into `table` fail with SQLSTATE 45000
    kAllowWrites,
    kHoldOrder,  // a second connection locks the row of `order`
    kReleaseOrder,
    kKillSubject,  // kill -9 of `instance`
    kRestartSubject,
    kStopDatabase,
    kStartDatabase,
    kStopRedis,
    kStartRedis,
    kEmptyRedis,
  };
  Kind kind;
  std::string table;
  std::string order;
  int instance = 0;  // 0-based

  friend bool operator==(const FaultAction&, const FaultAction&) = default;
};

std::string_view ToString(FaultAction::Kind kind);

class Fault {
 public:
  virtual ~Fault() = default;

  // As in YAML, e.g. "reject_writes".
  virtual std::string_view name() const = 0;
  // One sentence for `paystorm list`.
  virtual std::string_view title() const = 0;
  // What is to be done at this moment of this attempt (1-based); may be empty. Healing actions are
  // repeated at kStepEnd and must do nothing when there is nothing to heal.
  virtual std::vector<FaultAction> At(const FaultSpec& spec, Moment moment, int attempt) const = 0;
};

// The fault of that name, or null. Lives for ever.
const Fault* FindFault(std::string_view name);
// All, sorted by name.
std::vector<const Fault*> AllFaults();

// For faults that break something before the first of their attempts and mend it after the last.
std::vector<FaultAction> OverAttempts(const FaultSpec& spec, Moment moment, int attempt,
                                      const FaultAction& begin, const FaultAction& end);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_FAULT_FAULT_H_
