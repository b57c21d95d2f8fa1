#ifndef PAYSTORM_REFERENCE_LAYER_OFF_H_
#define PAYSTORM_REFERENCE_LAYER_OFF_H_

#include <memory>

#include "layer/strategies.h"
#include "metrics/metrics.h"

namespace paystorm_reference {

// Replaces one layer by one that lets everything through, to show what it is there for:
// signature: nothing is verified. lock: none is taken. notify_log: no row is read or written.
// state_machine: the order is written without a condition, no payment is looked for, and the unique
// keys behind it are dropped.
void SwitchOff(Layer layer, Strategies& strategies);

// The lock and the notify log that do nothing, also used by defects.
std::unique_ptr<NotifyLock> MakeNoLock();
std::unique_ptr<NotifyLog> MakeNoNotifyLog();

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_OFF_H_
