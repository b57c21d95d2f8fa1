#ifndef PAYSTORM_HARNESS_PLAN_CHANNEL_CHECK_H_
#define PAYSTORM_HARNESS_PLAN_CHANNEL_CHECK_H_

// What a scenario asks of its channel, held against what the channel has. Pure.

#include <string>

#include "harness/scenario/scenario.h"
#include "mockgw/base/result.h"
#include "mockgw/channel/channel.h"

namespace paystorm {

// Why no payment of that order could ever come, or nothing.
std::string RefusesOrder(const mockgw::Channel& channel, const std::string& number,
                         const GivenOrder& given);

// kInvalid with the step's position when the channel has no such variant of that kind of event, no
// such signing, or never sends on that schedule; it says what there is.
Result<void> CheckHow(const mockgw::Channel& channel, const DeliverStep& step,
                      mockgw::EventKind kind);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PLAN_CHANNEL_CHECK_H_
