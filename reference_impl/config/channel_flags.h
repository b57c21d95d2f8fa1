#ifndef PAYSTORM_REFERENCE_CONFIG_CHANNEL_FLAGS_H_
#define PAYSTORM_REFERENCE_CONFIG_CHANNEL_FLAGS_H_

#include <CLI/CLI.hpp>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "config/config.h"

namespace paystorm_reference {

// The flags of the channels beside wxpay, as they are typed.
struct ChannelFlags {
  std::string wxpay_v2_key_file;
  std::string alipay_key_file;
  std::string stripe_secret_file;
  std::string webhook_secret_file;
  std::string webhook_public_key_file;
};

// "--some-name" -> "REFERENCE_SOME_NAME"
std::string EnvironmentName(std::string_view flag);

template <typename T>
CLI::Option* Flag(CLI::App& app, const std::string& name, T& value, const std::string& help) {
  return app.add_option(name, value, help)->envname(EnvironmentName(name));
}

ConfigExit Wrong(const std::string& line);

// nullopt when it cannot be read.
std::optional<std::string> ReadFile(const std::string& path);

void AddChannelFlags(CLI::App& app, Config& config, ChannelFlags& flags);

// Reads the key files; what to say when one is missing or malformed.
std::optional<ConfigExit> LoadChannelFlags(const ChannelFlags& flags, Config& config);

// Whether any channel beside wxpay has its keys.
bool HasOtherChannel(const Config& config);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_CONFIG_CHANNEL_FLAGS_H_
