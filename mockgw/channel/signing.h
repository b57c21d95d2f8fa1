#ifndef PAYSTORM_MOCKGW_CHANNEL_SIGNING_H_
#define PAYSTORM_MOCKGW_CHANNEL_SIGNING_H_

// Which of its keys a gateway signs one delivery with, by the words of a scenario's `signing:`.
// Gateways change over while both keys are valid, so a receiver has to take each of them at any
// time. Pure.

#include <string_view>
#include <vector>

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// The channel's words, the usual one first; none when it has only one way. wxpay: certificate,
// public_key (gateways.md 1.2); wxpay_v2: md5, hmac_sha256, and both with _untyped behind it, which
// leaves sign_type out (section 2); stripe: newest_secret, all_secrets, oldest_secret (section 4);
// standard_webhooks: the same and ed25519 (section 5).
std::vector<std::string_view> SigningWords(const Channel& channel);

// The keys as that word asks; an empty word stands for the usual one. Requires a word of
// SigningWords, or none.
ChannelKeys WithSigning(const Channel& channel, ChannelKeys keys, std::string_view word);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_SIGNING_H_
