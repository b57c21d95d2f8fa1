#include "mockgw/channel/signing.h"

#include <array>
#include <utility>

#include "mockgw/base/check.h"

namespace paystorm::mockgw {
namespace {

void OnlyNewest(std::vector<Secret>& secrets) {
  if (secrets.size() > 1) secrets.resize(1);
}

void OnlyOldest(std::vector<Secret>& secrets) {
  if (secrets.size() > 1) secrets.erase(secrets.begin(), secrets.end() - 1);
}

struct Signing {
  std::string_view channel;
  std::string_view word;
  void (*apply)(ChannelKeys& keys);
};

// By channel; its usual word first.
constexpr std::array kSignings = {
    Signing{"standard_webhooks", "newest_secret",
            [](ChannelKeys& keys) { OnlyNewest(keys.webhook_secrets); }},
    Signing{"standard_webhooks", "all_secrets", [](ChannelKeys& /*keys*/) {}},
    Signing{"standard_webhooks", "oldest_secret",
            [](ChannelKeys& keys) { OnlyOldest(keys.webhook_secrets); }},
    Signing{"standard_webhooks", "ed25519",
            [](ChannelKeys& keys) { keys.webhook_asymmetric = true; }},
    Signing{"stripe", "newest_secret", [](ChannelKeys& keys) { OnlyNewest(keys.stripe_secrets); }},
    Signing{"stripe", "all_secrets", [](ChannelKeys& /*keys*/) {}},
    Signing{"stripe", "oldest_secret", [](ChannelKeys& keys) { OnlyOldest(keys.stripe_secrets); }},
    Signing{"wxpay", "certificate", [](ChannelKeys& keys) { keys.mode = KeyMode::kCertificate; }},
    Signing{"wxpay", "public_key", [](ChannelKeys& keys) { keys.mode = KeyMode::kPublicKeyId; }},
    Signing{"wxpay_v2", "md5", [](ChannelKeys& keys) { keys.v2_sign = V2Sign::kMd5; }},
    Signing{"wxpay_v2", "hmac_sha256",
            [](ChannelKeys& keys) { keys.v2_sign = V2Sign::kHmacSha256; }},
    Signing{"wxpay_v2", "md5_untyped",
            [](ChannelKeys& keys) {
              keys.v2_sign = V2Sign::kMd5;
              keys.v2_sign_type_sent = false;
            }},
    Signing{"wxpay_v2", "hmac_sha256_untyped",
            [](ChannelKeys& keys) {
              keys.v2_sign = V2Sign::kHmacSha256;
              keys.v2_sign_type_sent = false;
            }},
};

}  // namespace

std::vector<std::string_view> SigningWords(const Channel& channel) {
  std::vector<std::string_view> words;
  for (const Signing& signing : kSignings) {
    if (signing.channel == channel.name()) words.push_back(signing.word);
  }
  return words;
}

ChannelKeys WithSigning(const Channel& channel, ChannelKeys keys, std::string_view word) {
  for (const Signing& signing : kSignings) {
    if (signing.channel != channel.name()) continue;
    if (!word.empty() && signing.word != word) continue;
    signing.apply(keys);
    return keys;
  }
  CHECK(word.empty()) << "the plan lets no unknown word pass";
  return keys;
}

}  // namespace paystorm::mockgw
