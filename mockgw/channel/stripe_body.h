#ifndef PAYSTORM_MOCKGW_CHANNEL_STRIPE_BODY_H_
#define PAYSTORM_MOCKGW_CHANNEL_STRIPE_BODY_H_

// What stripe says, before it is signed. Pure.

#include <cstddef>
#include <cstdint>
#include <string>

#include "mockgw/base/clock.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/notification.h"

namespace paystorm::mockgw {

// The longest value of an object's metadata, in characters.
constexpr size_t kMostStripeMetadata = 500;

int64_t UnixSeconds(SystemTime time);

// The event, compact or in the shape kIndented indented; the same for every attempt:
// {"id":"evt_…","object":"event","api_version":"…","created":1700000000,"data":{"object":{…}},
//  "livemode":false,"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"type":"…"}
// (docs.stripe.com/api/events/object)
std::string StripeBody(const Notification& notification, const ChannelKeys& keys);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_STRIPE_BODY_H_
