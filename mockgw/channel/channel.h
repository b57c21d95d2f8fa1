#ifndef PAYSTORM_MOCKGW_CHANNEL_CHANNEL_H_
#define PAYSTORM_MOCKGW_CHANNEL_CHANNEL_H_

// A Channel is one gateway's notification dialect: it builds and signs what the gateway would send
// and judges the answer as the gateway would. It holds no state; keys and times are handed in.
//
// Immutable after construction; all methods may be called from many threads at once.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mockgw/base/clock.h"
#include "mockgw/base/random.h"
#include "mockgw/base/result.h"
#include "mockgw/base/secret.h"
#include "mockgw/channel/notification.h"
#include "mockgw/crypto/rsa.h"
#include "mockgw/http/client.h"

namespace paystorm::mockgw {

// How the gateway took the subject's answer.
enum class Acknowledgement { kAcknowledged, kRefused, kUnanswered };

// "acknowledged", "refused", "unanswered".
std::string_view ToString(Acknowledgement acknowledgement);
std::optional<Acknowledgement> AcknowledgementFromString(std::string_view word);

struct Judgement {
  Acknowledgement acknowledgement = Acknowledgement::kUnanswered;
  // True when the request provably never reached the subject (no connection).
  bool not_sent = false;
  std::string reason;  // short, e.g. "HTTP 503", "no full answer within 5000 ms"
};

// Which of the two kinds of key signs; gateways.md 1.2.
enum class KeyMode { kCertificate, kPublicKeyId };

struct ChannelKeys {
  // The gateway's own signing key and the serial of its certificate (40 upper-case hex).
  std::shared_ptr<const crypto::RsaPrivateKey> platform_key;
  std::string certificate_serial;
  // The gateway's "public key" pair, with an id that starts PUB_KEY_ID_.
  std::shared_ptr<const crypto::RsaPrivateKey> public_key_pair;
  std::string public_key_id;
  KeyMode mode = KeyMode::kCertificate;
  // Not the gateway's; signs the wrong_key variant.
  std::shared_ptr<const crypto::RsaPrivateKey> stranger_key;
  Secret api_v3_key;  // 32 bytes
  std::string mchid;
  std::string appid;
};

class Channel {
 public:
  virtual ~Channel() = default;

  // Lower-case word used in scenarios and on the command line, e.g. "wxpay". Never empty.
  virtual std::string_view name() const = 0;

  // The request for one attempt, to `url`. Signed anew at `signing_time`; the body is the same for
  // every attempt of one notification (its inner nonce is drawn by `seed` and notify id alone).
  // `random` gives what changes per attempt. Requires that `keys` belong to this channel.
  virtual HttpRequest Build(const Notification& notification, Variant variant,
                            const ChannelKeys& keys, const std::string& url, uint64_t seed,
                            SystemTime signing_time, Random random) const = 0;

  // By this gateway's own rule (status first, or body first).
  virtual Judgement Judge(const SendResult& result) const = 0;

  // Counted over the whole answer, from the first byte sent.
  virtual std::chrono::milliseconds response_limit() const = 0;
};

// The channel of that name, or null. Lives for ever.
const Channel* FindChannel(std::string_view name);
// All names, sorted.
std::vector<std::string_view> ChannelNames();

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_CHANNEL_H_
