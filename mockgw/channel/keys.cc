#include "mockgw/channel/keys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>
#include <utility>

#include "mockgw/base/format.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/ed25519.h"

namespace paystorm::mockgw {
namespace {

using crypto::RsaPrivateKey;

constexpr size_t kApiKeySize = 32;

Result<void> WriteFile(const std::string& path, const std::string& content, bool secret) {
  // The mode is set at the opening, so that no moment exists in which others could read.
  const int fd =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, secret ? 0600 : 0644);
  if (fd < 0) return Unavailable("cannot write the key file " + path);
  const ssize_t written = ::write(fd, content.data(), content.size());
  ::close(fd);
  if (written != static_cast<ssize_t>(content.size())) {
    return Unavailable("cannot write the key file " + path);
  }
  return {};
}

Result<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return Invalid("there is no key file " + path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string Word(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.pop_back();
  }
  return text;
}

Result<std::shared_ptr<const RsaPrivateKey>> NewKey() {
  auto key = RsaPrivateKey::Generate();
  if (!key) return key.error();
  return std::make_shared<const RsaPrivateKey>(std::move(key).value());
}

Result<std::shared_ptr<const RsaPrivateKey>> ReadKey(const std::string& path) {
  auto pem = ReadFile(path);
  if (!pem) return pem.error();
  auto key = RsaPrivateKey::FromPem(*pem);
  if (!key) return Invalid(path + ": " + key.error().message);
  return std::make_shared<const RsaPrivateKey>(std::move(key).value());
}

// Keys must not follow from a run's seed.
uint64_t SystemEntropy() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

std::string StripeSecret(Random& random) { return "whsec_" + random.AlphaNumeric(32); }

std::string WebhookSecret(Random& random) {
  return "whsec_" + crypto::Base64Encode(random.AlphaNumeric(32));
}

// A file of the folder that is not there is no error; `value` stays empty then.
Result<void> ReadWord(const std::string& path, std::string* value) {
  if (!std::filesystem::exists(path)) return {};
  auto text = ReadFile(path);
  if (!text) return text.error();
  *value = Word(*text);
  if (value->empty()) return Invalid(path + " is empty");
  return {};
}

Result<void> ReadLines(const std::string& path, std::vector<Secret>* lines) {
  std::string text;
  if (auto read = ReadWord(path, &text); !read) return read;
  std::stringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!Word(line).empty()) lines->emplace_back(Word(line));
  }
  return {};
}

Result<void> ReadKeyIfThere(const std::string& path, std::shared_ptr<const RsaPrivateKey>* key) {
  if (!std::filesystem::exists(path)) return {};
  auto read = ReadKey(path);
  if (!read) return read.error();
  *key = *read;
  return {};
}

Result<void> ReadCertificateSerial(const std::string& path, std::string* serial) {
  if (!std::filesystem::exists(path)) return {};
  auto certificate = ReadFile(path);
  if (!certificate) return certificate.error();
  auto found = crypto::CertificateSerial(*certificate);
  if (!found) return Invalid(path + ": " + found.error().message);
  *serial = *found;
  return {};
}

// "whsec_" or "whsk_" and base64 of `least` to `most` bytes; the bytes.
Result<Secret> Decoded(const std::string& path, const std::string& text, std::string_view prefix,
                       size_t least, size_t most) {
  if (text.starts_with(prefix)) {
    auto bytes = crypto::Base64Decode(text.substr(prefix.size()));
    if (bytes && bytes->size() >= least && bytes->size() <= most) return Secret(*bytes);
  }
  return Invalid(Format("{}: a secret is {} and base64 of {} bytes", path, prefix,
                        least == most ? Format("{}", least) : Format("{}-{}", least, most)));
}

Result<void> CheckSecrets(const std::string& folder, ChannelKeys* keys,
                          const std::string& private_key) {
  for (const Secret* key : {&keys->api_v3_key, &keys->api_v2_key}) {
    if (key->empty() || key->Reveal().size() == kApiKeySize) continue;
    const bool v3 = key == &keys->api_v3_key;
    return Invalid(Format("{}/{} has {} bytes; an {} key has 32", folder,
                          v3 ? "api_v3_key.txt" : "api_v2_key.txt", key->Reveal().size(),
                          v3 ? "APIv3" : "APIv2"));
  }
  for (const Secret& secret : keys->stripe_secrets) {
    if (!secret.Reveal().starts_with("whsec_")) {
      return Invalid(folder + "/stripe_secret.txt: a secret begins with whsec_");
    }
  }
  for (const Secret& secret : keys->webhook_secrets) {
    auto bytes = Decoded(folder + "/webhook_secret.txt", secret.Reveal(), "whsec_", 24, 64);
    if (!bytes) return bytes.error();
  }
  if (private_key.empty()) return {};
  auto seed = Decoded(folder + "/webhook_private_key.txt", private_key, "whsk_", 32, 32);
  if (!seed) return seed.error();
  keys->webhook_ed25519_seed = *seed;
  return {};
}

}  // namespace

Result<ChannelKeys> MakeKeys(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Unavailable(Format("cannot make the folder {}: {}", folder, code.message()));
  auto platform = NewKey();
  auto pair = NewKey();
  auto alipay = NewKey();
  for (const auto* made : {&platform, &pair, &alipay}) {
    if (!*made) return made->error();
  }
  Random random(SystemEntropy(), "keys");
  // A serial must not start with 0, which its text would lose.
  const std::string serial = "5" + random.UpperHex(39);
  const std::string seed = random.AlphaNumeric(32);
  auto ed25519 = crypto::Ed25519PrivateKey::FromSeed(Secret(seed));
  if (!ed25519) return ed25519.error();
  const std::vector<std::tuple<std::string, std::string, bool>> files = {
      {"platform_private.pem", (*platform)->PrivatePem(), true},
      {"platform_public.pem", (*platform)->PublicPem(), false},
      {"platform_cert.pem", (*platform)->CertificatePem(serial), false},
      {"pub_key_private.pem", (*pair)->PrivatePem(), true},
      {"pub_key_public.pem", (*pair)->PublicPem(), false},
      {"pub_key_id.txt", "PUB_KEY_ID_0" + random.Digits(31), false},
      {"api_v3_key.txt", random.AlphaNumeric(kApiKeySize), true},
      {"api_v2_key.txt", random.AlphaNumeric(kApiKeySize), true},
      {"mchid.txt", "1900" + random.Digits(6), false},
      {"appid.txt", "wx" + random.AlphaNumeric(16), false},
      {"alipay_private.pem", (*alipay)->PrivatePem(), true},
      {"alipay_public.pem", (*alipay)->PublicPem(), false},
      {"alipay_app_id.txt", "2021" + random.Digits(12), false},
      {"alipay_seller_id.txt", "2088" + random.Digits(12), false},
      {"stripe_secret.txt", StripeSecret(random) + "\n" + StripeSecret(random), true},
      {"stripe_account.txt", "acct_" + random.AlphaNumeric(16), false},
      {"webhook_secret.txt", WebhookSecret(random) + "\n" + WebhookSecret(random), true},
      {"webhook_private_key.txt", "whsk_" + crypto::Base64Encode(seed), true},
      {"webhook_public_key.txt", "whpk_" + crypto::Base64Encode(ed25519->PublicBytes()), false},
  };
  for (const auto& [name, content, secret] : files) {
    if (auto written = WriteFile(Format("{}/{}", folder, name), content, secret); !written) {
      return written.error();
    }
  }
  return LoadKeys(folder);
}

Result<ChannelKeys> LoadKeys(const std::string& folder) {
  ChannelKeys keys;
  std::string api_v3_key;
  std::string api_v2_key;
  std::string webhook_private_key;
  const std::vector<std::pair<std::string, std::string*>> words = {
      {"pub_key_id.txt", &keys.public_key_id},
      {"api_v3_key.txt", &api_v3_key},
      {"api_v2_key.txt", &api_v2_key},
      {"mchid.txt", &keys.mchid},
      {"appid.txt", &keys.appid},
      {"alipay_app_id.txt", &keys.alipay_app_id},
      {"alipay_seller_id.txt", &keys.alipay_seller_id},
      {"stripe_account.txt", &keys.stripe_account},
      {"webhook_private_key.txt", &webhook_private_key},
  };
  for (const auto& [name, value] : words) {
    if (auto read = ReadWord(Format("{}/{}", folder, name), value); !read) return read.error();
  }
  keys.api_v3_key = Secret(api_v3_key);
  keys.api_v2_key = Secret(api_v2_key);
  const std::vector<std::pair<std::string, std::shared_ptr<const RsaPrivateKey>*>> pairs = {
      {"platform_private.pem", &keys.platform_key},
      {"pub_key_private.pem", &keys.public_key_pair},
      {"alipay_private.pem", &keys.alipay_key},
  };
  for (const auto& [name, key] : pairs) {
    if (auto read = ReadKeyIfThere(Format("{}/{}", folder, name), key); !read) return read.error();
  }
  const std::string certificate = folder + "/platform_cert.pem";
  if (auto read = ReadCertificateSerial(certificate, &keys.certificate_serial); !read) {
    return read.error();
  }
  if (auto read = ReadLines(folder + "/stripe_secret.txt", &keys.stripe_secrets); !read) {
    return read.error();
  }
  if (auto read = ReadLines(folder + "/webhook_secret.txt", &keys.webhook_secrets); !read) {
    return read.error();
  }
  if (auto checked = CheckSecrets(folder, &keys, webhook_private_key); !checked) {
    return checked.error();
  }
  const auto channels = ChannelNames();
  if (std::all_of(channels.begin(), channels.end(), [&](std::string_view name) {
        return !FindChannel(name)->MissingKey(keys).empty();
      })) {
    return Invalid(Format("{} holds the keys of no channel; {} is missing", folder,
                          FindChannel("wxpay")->MissingKey(keys)));
  }
  auto stranger = NewKey();
  if (!stranger) return stranger.error();
  keys.stranger_key = *stranger;
  Random random(SystemEntropy(), "stranger");
  keys.stranger_secret = Secret(WebhookSecret(random));
  return keys;
}

}  // namespace paystorm::mockgw
