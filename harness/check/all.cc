// The table of checks, sorted by name. A test compares it with the folder.

#include <array>

#include "harness/check/acknowledged_implies_durable.h"
#include "harness/check/check.h"
#include "harness/check/converges.h"
#include "harness/check/duplicates_logged_quietly.h"
#include "harness/check/event_published_once.h"
#include "harness/check/exactly_once_effect.h"
#include "harness/check/legal_transitions_only.h"
#include "harness/check/no_stuck_notification.h"
#include "harness/check/refused_leaves_no_trace.h"

namespace paystorm {
namespace {

const AcknowledgedImpliesDurable kAcknowledgedImpliesDurable;
const Converges kConverges;
const DuplicatesLoggedQuietly kDuplicatesLoggedQuietly;
const EventPublishedOnce kEventPublishedOnce;
const ExactlyOnceEffect kExactlyOnceEffect;
const LegalTransitionsOnly kLegalTransitionsOnly;
const NoStuckNotification kNoStuckNotification;
const RefusedLeavesNoTrace kRefusedLeavesNoTrace;

constexpr std::array<const Check*, 8> kChecks = {
    &kAcknowledgedImpliesDurable, &kConverges,
    &kDuplicatesLoggedQuietly,    &kEventPublishedOnce,
    &kExactlyOnceEffect,          &kLegalTransitionsOnly,
    &kNoStuckNotification,        &kRefusedLeavesNoTrace,
};

}  // namespace

const Check* FindCheck(std::string_view name) {
  for (const Check* check : kChecks) {
    if (check->name() == name) return check;
  }
  return nullptr;
}

std::vector<const Check*> AllChecks() { return {kChecks.begin(), kChecks.end()}; }

}  // namespace paystorm
