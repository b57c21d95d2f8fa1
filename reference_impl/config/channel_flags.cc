#include "config/channel_flags.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "crypto/crypto.h"

namespace paystorm_reference {
namespace {

constexpr size_t kApiV2KeyBytes = 32;
constexpr size_t kEd25519KeyBytes = 32;

// The lines of a file, blanks around them and empty ones left out; nothing when there is no file.
std::optional<std::vector<std::string>> ReadLines(const std::string& path) {
  const auto text = ReadFile(path);
  if (!text) return std::nullopt;
  std::vector<std::string> lines;
  std::istringstream words(*text);
  for (std::string word; words >> word;) lines.push_back(word);
  return lines;
}

std::optional<std::string> DecodedAfter(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return DecodeBase64(text.substr(prefix.size()));
}

std::optional<ConfigExit> LoadWxpayV2(const std::string& path, Config& config) {
  const auto lines = ReadLines(path);
  if (!lines) return Wrong("--wxpay-v2-key-file: cannot read " + path);
  if (lines->size() != 1 || lines->front().size() != kApiV2KeyBytes) {
    return Wrong("--wxpay-v2-key-file: " + path + " does not hold 32 bytes");
  }
  config.wxpay_v2_key = lines->front();
  return std::nullopt;
}

std::optional<ConfigExit> LoadAlipay(const std::string& path, Config& config) {
  const auto pem = ReadFile(path);
  if (!pem) return Wrong("--alipay-public-key: cannot read " + path);
  std::string error;
  config.alipay_key = PublicKey::FromPem(*pem, &error);
  if (!config.alipay_key) return Wrong("--alipay-public-key: " + path + ": " + error);
  return std::nullopt;
}

std::optional<ConfigExit> LoadStripe(const std::string& path, Config& config) {
  auto lines = ReadLines(path);
  if (!lines) return Wrong("--stripe-secret-file: cannot read " + path);
  for (const std::string& secret : *lines) {
    if (!secret.starts_with("whsec_")) {
      return Wrong("--stripe-secret-file: " + path + ": a secret begins with whsec_");
    }
  }
  if (lines->empty()) return Wrong("--stripe-secret-file: " + path + " is empty");
  config.stripe_secrets = std::move(*lines);
  return std::nullopt;
}

std::optional<ConfigExit> LoadWebhook(const ChannelFlags& flags, Config& config) {
  const auto lines = ReadLines(flags.webhook_secret_file);
  if (!lines) return Wrong("--webhook-secret-file: cannot read " + flags.webhook_secret_file);
  for (const std::string& secret : *lines) {
    const auto key = DecodedAfter("whsec_", secret);
    if (!key || key->size() < 24 || key->size() > 64) {
      return Wrong("--webhook-secret-file: " + flags.webhook_secret_file +
                   ": a secret is whsec_ and base64 of 24-64 bytes");
    }
    config.webhook_keys.push_back(*key);
  }
  if (lines->empty()) {
    return Wrong("--webhook-secret-file: " + flags.webhook_secret_file + " is empty");
  }
  if (flags.webhook_public_key_file.empty()) return std::nullopt;
  const auto words = ReadLines(flags.webhook_public_key_file);
  if (!words) {
    return Wrong("--webhook-public-key-file: cannot read " + flags.webhook_public_key_file);
  }
  const auto key = words->size() == 1 ? DecodedAfter("whpk_", words->front()) : std::nullopt;
  if (!key || key->size() != kEd25519KeyBytes) {
    return Wrong("--webhook-public-key-file: " + flags.webhook_public_key_file +
                 " is not whpk_ and base64 of 32 bytes");
  }
  config.webhook_public_key = *key;
  return std::nullopt;
}

}  // namespace

std::string EnvironmentName(std::string_view flag) {
  std::string name = "REFERENCE_";
  for (const char c : flag.substr(2)) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

ConfigExit Wrong(const std::string& line) { return {2, "paystorm-reference: " + line + "\n"}; }

std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return in.bad() ? std::nullopt : std::optional<std::string>(std::move(text));
}

void AddChannelFlags(CLI::App& app, Config& config, ChannelFlags& flags) {
  Flag(app, "--wxpay-v2-key-file", flags.wxpay_v2_key_file,
       "file with the 32 bytes of the APIv2 key");
  Flag(app, "--alipay-public-key", flags.alipay_key_file, "PATH of Alipay's PEM public key");
  Flag(app, "--alipay-seller-id", config.alipay_seller_id, "our seller id");
  Flag(app, "--alipay-app-id", config.alipay_app_id, "our app id");
  Flag(app, "--stripe-secret-file", flags.stripe_secret_file,
       "file with the active signing secrets, one a line");
  Flag(app, "--stripe-account", config.stripe_account, "our account");
  Flag(app, "--webhook-secret-file", flags.webhook_secret_file,
       "Standard Webhooks: file with the active secrets, one a line");
  Flag(app, "--webhook-public-key-file", flags.webhook_public_key_file,
       "Standard Webhooks: file with the sender's ed25519 key (whpk_...)");
}

std::optional<ConfigExit> LoadChannelFlags(const ChannelFlags& flags, Config& config) {
  if (!flags.wxpay_v2_key_file.empty()) {
    if (auto wrong = LoadWxpayV2(flags.wxpay_v2_key_file, config)) return wrong;
  }
  if (!flags.alipay_key_file.empty()) {
    if (auto wrong = LoadAlipay(flags.alipay_key_file, config)) return wrong;
  }
  if (!flags.stripe_secret_file.empty()) {
    if (auto wrong = LoadStripe(flags.stripe_secret_file, config)) return wrong;
  }
  if (flags.webhook_secret_file.empty()) {
    if (flags.webhook_public_key_file.empty()) return std::nullopt;
    return Wrong("--webhook-public-key-file needs --webhook-secret-file");
  }
  return LoadWebhook(flags, config);
}

bool HasOtherChannel(const Config& config) {
  return !config.wxpay_v2_key.empty() || config.alipay_key || !config.stripe_secrets.empty() ||
         !config.webhook_keys.empty();
}

}  // namespace paystorm_reference
