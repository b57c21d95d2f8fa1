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
  // The subject asked for no further delivery at all (standard_webhooks: 410).
  bool stop = false;
  // The next attempt comes no earlier than this after the present one (standard_webhooks:
  // Retry-After).
  std::optional<std::chrono::seconds> retry_after{};
};

// Which of the two kinds of key signs; gateways.md 1.2.
enum class KeyMode { kCertificate, kPublicKeyId };

// WeChat Pay v2's two ways to sign; gateways.md section 2.
enum class V2Sign { kMd5, kHmacSha256 };

// The keys of all channels; what a channel does not need may be missing.
struct ChannelKeys {
  // wxpay: the gateway's own signing key and the serial of its certificate (40 upper-case hex).
  std::shared_ptr<const crypto::RsaPrivateKey> platform_key;
  std::string certificate_serial;
  // wxpay: the gateway's "public key" pair, with an id that starts PUB_KEY_ID_.
  std::shared_ptr<const crypto::RsaPrivateKey> public_key_pair;
  std::string public_key_id;
  KeyMode mode = KeyMode::kCertificate;
  Secret api_v3_key;  // wxpay: 32 bytes
  Secret api_v2_key;  // wxpay_v2: 32 bytes
  V2Sign v2_sign = V2Sign::kMd5;
  bool v2_sign_type_sent = true;
  std::string mchid;  // both WeChat channels
  std::string appid;

  std::shared_ptr<const crypto::RsaPrivateKey> alipay_key;
  std::string alipay_app_id;     // 16 digits
  std::string alipay_seller_id;  // 2088 and 12 digits

  // The active secrets, newest first: two of them while a secret is rolled. Used whole, as text.
  std::vector<Secret> stripe_secrets;  // whsec_...
  std::string stripe_account;          // acct_...

  // The active secrets, newest first, each whsec_ and base64 of 24-64 bytes.
  std::vector<Secret> webhook_secrets;
  // The seed of the gateway's ed25519 key, 32 raw bytes. Signs when `webhook_asymmetric`.
  Secret webhook_ed25519_seed;
  bool webhook_asymmetric = false;

  // Not the gateway's; they sign the wrong_key variant.
  std::shared_ptr<const crypto::RsaPrivateKey> stranger_key;
  Secret stranger_secret;  // whsec_ and base64 of 32 bytes
};

// Whom a notification pays: what the plan writes into an order and compares with it. The words are
// WeChat Pay's: for alipay these are seller_id and app_id, for stripe the account and nothing.
struct Payee {
  std::string mchid;
  std::string appid;
};

class Channel {
 public:
  virtual ~Channel() = default;

  // Lower-case word used in scenarios and on the command line, e.g. "wxpay". Never empty.
  virtual std::string_view name() const = 0;

  // What it can send.
  virtual std::vector<EventKind> events() const = 0;
  virtual std::vector<Shape> shapes() const = 0;  // kPlain first
  // For that kind of event, kGenuine first.
  virtual std::vector<Variant> variants(EventKind kind) const = 0;
  // Names of its retry schedules (mockgw/schedule), the usual one first; "once" is always allowed.
  virtual std::vector<std::string_view> schedules() const = 0;

  // Empty when `keys` hold all that this channel needs, else the name of the first file that is
  // missing (channel/keys.h).
  virtual std::string MissingKey(const ChannelKeys& keys) const = 0;
  // Of the keys' own merchant.
  virtual Payee payee(const ChannelKeys& keys) const = 0;

  // Empty when the gateway could send this, else one line saying what it never sends, e.g. "alipay
  // pays in CNY only". Looks at events(), shapes(), form, currency, amounts and the ids' lengths.
  virtual std::string Refuses(const Notification& notification) const = 0;

  // Ids in the form of real ones. Where the gateway sends no notify id, it is made of the other ids
  // (wxpay_v2: the transaction id).
  virtual std::string NotifyId(const Notification& notification, Random random) const = 0;
  virtual std::string TradeNo(SystemTime created_at, Random random) const = 0;
  virtual std::string RefundId(SystemTime created_at, Random random) const = 0;

  // The request for one attempt, to `url`. Signed anew at `signing_time`; the body is the same for
  // every attempt of one notification (what is random in it is drawn by `seed` and notify id
  // alone), unless the channel puts the send time into it (alipay does). `random` gives what
  // changes per attempt. Requires that MissingKey and Refuses say nothing and that `variant` is
  // one of variants(kind) but not kOtherChannel, which BuildRequest makes.
  virtual HttpRequest Build(const Notification& notification, Variant variant,
                            const ChannelKeys& keys, const std::string& url, uint64_t seed,
                            SystemTime signing_time, Random random) const = 0;

  // By this gateway's own rule (status first, or body first).
  virtual Judgement Judge(const SendResult& result) const = 0;

  // Counted over the whole answer, from the first byte sent.
  virtual std::chrono::milliseconds response_limit() const = 0;
};

// channel.Build, or for kOtherChannel what another channel would send to this URL about the same
// notification.
HttpRequest BuildRequest(const Channel& channel, const Notification& notification, Variant variant,
                         const ChannelKeys& keys, const std::string& url, uint64_t seed,
                         SystemTime signing_time, Random random);

// The part of Channel::Refuses that all channels share: the kind of event, the shape, the form
// (only wxpay has others than kOrdinary) and an amount over zero.
std::string RefusesCommon(const Channel& channel, const Notification& notification);

// When a channel whose scheme carries a time signs this variant: receivers refuse more than 300 s
// either way (gateways.md 1.2 and 4), so kStale is 301 s old, and kFuture 306 s ahead, since the
// receiver's clock moves on towards it.
SystemTime SignedAt(Variant variant, SystemTime now);

// The part of judging that all channels share: nothing when a full answer came, else unanswered.
std::optional<Judgement> JudgeWithoutAnswer(const SendResult& result);

// The channel of that name, or null. Lives for ever.
const Channel* FindChannel(std::string_view name);
// All names, sorted.
std::vector<std::string_view> ChannelNames();

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_CHANNEL_H_
