#include "config/config.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "config/channel_flags.h"
#include "defect/defect.h"

namespace paystorm_reference {
namespace {

// Flags as they are typed; checked and turned into a Config afterwards.
struct Raw {
  int64_t lock_ttl_ms = 30000;
  int64_t claim_lease_ms = 30000;
  int64_t idle_timeout_ms = 60000;
  int64_t request_timeout_ms = 10000;
  std::vector<std::string> keys;
  std::vector<std::string> certificates;
  std::string api_v3_key_file;
  ChannelFlags channels;
  std::vector<std::string> disabled_layers;
  bool list_defects = false;
};

void AddFlags(CLI::App& app, Config& config, Raw& raw) {
  const CLI::Range milliseconds(int64_t{1}, int64_t{86400000});
  Flag(app, "--bind", config.bind, "IP address to listen on")->capture_default_str();
  Flag(app, "--port", config.port, "port to listen on; 0: any free one");
  Flag(app, "--port-file", config.port_file, "file that gets the port number once we listen");
  Flag(app, "--mysql", config.db.address, "tcp://HOST:PORT or unix:///PATH");
  Flag(app, "--mysql-user", config.db.user, "the password comes from REFERENCE_MYSQL_PASSWORD");
  Flag(app, "--mysql-database", config.db.database, "database that holds the tables");
  Flag(app, "--redis", config.redis, "tcp://HOST:PORT or unix:///PATH; left out: no Redis");
  app.add_flag("--init-schema", config.init_schema, "create what is missing of the schema")
      ->envname("REFERENCE_INIT_SCHEMA");
  Flag(app, "--lock-ttl-ms", raw.lock_ttl_ms, "life of the Redis lock")->check(milliseconds);
  Flag(app, "--claim-lease-ms", raw.claim_lease_ms, "after it another delivery may take over")
      ->check(milliseconds);
  Flag(app, "--io-threads", config.io_threads, "threads for sockets")->check(CLI::Range(1, 64));
  Flag(app, "--workers", config.workers, "threads for the work")->check(CLI::Range(1, 512));
  Flag(app, "--queue", config.queue, "requests that may wait for a worker")
      ->check(CLI::Range(1, 1000000));
  Flag(app, "--idle-timeout-ms", raw.idle_timeout_ms, "of a connection without a request")
      ->check(milliseconds);
  Flag(app, "--request-timeout-ms", raw.request_timeout_ms, "for a request to arrive whole")
      ->check(milliseconds);
  Flag(app, "--max-body-bytes", config.max_body_bytes, "beyond it: 413")
      ->check(CLI::Range(1, 16777216));
  Flag(app, "--wxpay-key", raw.keys, "SERIAL=PATH of a PEM public key; repeatable")->delimiter(',');
  Flag(app, "--wxpay-certificate", raw.certificates, "PATH of a PEM certificate; repeatable")
      ->delimiter(',');
  Flag(app, "--wxpay-api-v3-key-file", raw.api_v3_key_file, "file with the 32 bytes of the key");
  Flag(app, "--wxpay-mchid", config.wxpay_mchid, "our merchant id");
  Flag(app, "--wxpay-appid", config.wxpay_appid, "our app id");
  AddChannelFlags(app, config, raw.channels);
  Flag(app, "--defect", config.defect, "be wrong on purpose; see --list-defects");
  app.add_flag("--list-defects", raw.list_defects, "print name TAB sentence for each defect");
  Flag(app, "--disable-layer", raw.disabled_layers,
       "signature, lock, notify_log or state_machine; repeatable")
      ->delimiter(',');
  Flag(app, "--instance", config.instance, "name that goes into the log lines");
}

bool IsAddress(std::string_view text) {
  constexpr std::string_view kUnix = "unix:///";
  constexpr std::string_view kTcp = "tcp://";
  if (text.starts_with(kUnix)) return text.size() > kUnix.size() && text.size() <= 107 + 7;
  if (!text.starts_with(kTcp)) return false;
  text.remove_prefix(kTcp.size());
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  int port = 0;
  const auto [end, error] =
      std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

bool IsCertificateSerial(std::string_view text) {
  return text.size() == 40 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isxdigit(static_cast<unsigned char>(c)) != 0;
         });
}

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::optional<ConfigExit> LoadKey(const std::string& value, WxpayKeys& keys) {
  const size_t equals = value.find('=');
  if (equals == std::string::npos) return Wrong("--wxpay-key: not SERIAL=PATH: " + value);
  std::string serial = value.substr(0, equals);
  const std::string path = value.substr(equals + 1);
  if (IsCertificateSerial(serial)) {
    serial = Upper(std::move(serial));
  } else if (!serial.starts_with("PUB_KEY_ID_") || serial.size() > 64) {
    return Wrong("--wxpay-key: neither 40 hex digits nor PUB_KEY_ID_...: " + serial);
  }
  const auto pem = ReadFile(path);
  if (!pem) return Wrong("--wxpay-key: cannot read " + path);
  std::string error;
  auto key = PublicKey::FromPem(*pem, &error);
  if (!key) return Wrong("--wxpay-key: " + path + ": " + error);
  if (!keys.emplace(serial, std::move(key)).second) {
    return Wrong("--wxpay-key: two keys with the serial " + serial);
  }
  return std::nullopt;
}

std::optional<ConfigExit> LoadCertificate(const std::string& path, WxpayKeys& keys) {
  const auto pem = ReadFile(path);
  if (!pem) return Wrong("--wxpay-certificate: cannot read " + path);
  std::string serial;
  std::string error;
  auto key = PublicKey::FromCertificatePem(*pem, &serial, &error);
  if (!key) return Wrong("--wxpay-certificate: " + path + ": " + error);
  if (!keys.emplace(serial, std::move(key)).second) {
    return Wrong("--wxpay-certificate: two keys with the serial " + serial);
  }
  return std::nullopt;
}

std::optional<ConfigExit> LoadApiKey(const std::string& path, std::string& api_key) {
  if (path.empty()) return Wrong("--wxpay-api-v3-key-file is required");
  auto text = ReadFile(path);
  if (!text) return Wrong("--wxpay-api-v3-key-file: cannot read " + path);
  while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  if (text->size() != kAesKeyBytes) {
    return Wrong("--wxpay-api-v3-key-file: " + path + " does not hold 32 bytes");
  }
  api_key = std::move(*text);
  return std::nullopt;
}

std::optional<ConfigExit> DisableLayers(const std::vector<std::string>& names, Config& config) {
  for (const std::string& name : names) {
    const auto* found = std::find_if(kLayers.begin(), kLayers.end(),
                                     [&](Layer layer) { return LayerName(layer) == name; });
    if (found == kLayers.end()) {
      return Wrong("--disable-layer: not signature, lock, notify_log or state_machine: " + name);
    }
    const auto& disabled = config.disabled_layers;
    if (std::find(disabled.begin(), disabled.end(), *found) == disabled.end()) {
      config.disabled_layers.push_back(*found);
    }
  }
  return std::nullopt;
}

std::optional<ConfigExit> FinishWxpay(const Raw& raw, Config& config) {
  for (const std::string& value : raw.keys) {
    if (auto wrong = LoadKey(value, config.wxpay_keys)) return wrong;
  }
  for (const std::string& path : raw.certificates) {
    if (auto wrong = LoadCertificate(path, config.wxpay_keys)) return wrong;
  }
  const auto& disabled = config.disabled_layers;
  const bool verifies =
      std::find(disabled.begin(), disabled.end(), Layer::kSignature) == disabled.end();
  if (verifies && config.wxpay_keys.empty()) {
    return Wrong("--wxpay-key or --wxpay-certificate is required");
  }
  return LoadApiKey(raw.api_v3_key_file, config.wxpay_api_v3_key);
}

std::optional<ConfigExit> Finish(const Raw& raw, Config& config) {
  if (!IsAddress(config.db.address)) {
    return Wrong("--mysql: not tcp://HOST:PORT or unix:///PATH: " + config.db.address);
  }
  if (config.db.database.empty()) return Wrong("--mysql-database is required");
  if (!config.redis.empty() && !IsAddress(config.redis)) {
    return Wrong("--redis: not tcp://HOST:PORT or unix:///PATH: " + config.redis);
  }
  if (!config.defect.empty() && FindDefect(config.defect) == nullptr) {
    return Wrong("--defect: unknown, see --list-defects: " + config.defect);
  }
  if (auto wrong = DisableLayers(raw.disabled_layers, config)) return wrong;
  if (auto wrong = LoadChannelFlags(raw.channels, config)) return wrong;
  const bool wxpay = !raw.keys.empty() || !raw.certificates.empty() || !raw.api_v3_key_file.empty();
  if (wxpay || !HasOtherChannel(config)) {
    if (auto wrong = FinishWxpay(raw, config)) return wrong;
  }
  config.lock_ttl = std::chrono::milliseconds(raw.lock_ttl_ms);
  config.claim_lease = std::chrono::milliseconds(raw.claim_lease_ms);
  config.idle_timeout = std::chrono::milliseconds(raw.idle_timeout_ms);
  config.request_timeout = std::chrono::milliseconds(raw.request_timeout_ms);
  return std::nullopt;
}

ConfigExit ListDefects() {
  ConfigExit out{0, ""};
  for (const Defect& defect : AllDefects()) {
    out.text.append(defect.name).append("\t").append(defect.sentence).append("\n");
  }
  return out;
}

std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

std::variant<Config, ConfigExit> ParseConfig(int argc, const char* const* argv) {
  Config config;
  Raw raw;
  config.db.user = "root";
  CLI::App app("The reference server of paystorm: payment callbacks with exactly-once effects.",
               "paystorm-reference");
  AddFlags(app, config, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return ConfigExit{0, app.help()};
  } catch (const CLI::ParseError& error) {
    return Wrong(OneLine(error.what()));
  }
  if (raw.list_defects) return ListDefects();
  if (const char* password = std::getenv("REFERENCE_MYSQL_PASSWORD")) config.db.password = password;
  if (auto wrong = Finish(raw, config)) return std::move(*wrong);
  return config;
}

}  // namespace paystorm_reference
