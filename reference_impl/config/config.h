#ifndef PAYSTORM_REFERENCE_CONFIG_CONFIG_H_
#define PAYSTORM_REFERENCE_CONFIG_CONFIG_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "layer/signature_gate.h"
#include "metrics/metrics.h"
#include "store/db.h"

namespace paystorm_reference {

// What the command line and the environment say. Every flag --some-name can also be given as
// REFERENCE_SOME_NAME; the flag wins. The password comes from REFERENCE_MYSQL_PASSWORD alone.
struct Config {
  std::string bind = "127.0.0.1";
  uint16_t port = 0;
  std::string port_file;  // empty: none
  DbOptions db;           // REQUIRED: address and database
  std::string redis;      // empty: there is no Redis
  bool init_schema = false;
  std::chrono::milliseconds lock_ttl{30000};
  std::chrono::milliseconds claim_lease{30000};
  size_t io_threads = 2;
  size_t workers = 16;
  size_t queue = 2048;
  std::chrono::milliseconds idle_timeout{60000};
  std::chrono::milliseconds request_timeout{10000};
  size_t max_body_bytes = 65536;
  WxpayKeys wxpay_keys;
  std::string wxpay_api_v3_key;  // 32 bytes
  std::string wxpay_mchid;       // empty: not compared
  std::string wxpay_appid;       // empty: not compared
  std::string wxpay_v2_key;      // empty: the channel is off, as with the next four
  std::shared_ptr<const PublicKey> alipay_key;
  std::string alipay_seller_id;             // empty: not compared
  std::string alipay_app_id;                // empty: not compared
  std::vector<std::string> stripe_secrets;  // all active ones, as text
  std::string stripe_account;               // empty: not compared
  std::vector<std::string> webhook_keys;    // all active ones, decoded
  std::string webhook_public_key;           // 32 bytes; empty: no v1a

  // wxpay is off when it has no key and another channel is on.
  bool has_wxpay() const { return !wxpay_api_v3_key.empty(); }
  std::string defect;  // empty: none
  std::vector<Layer> disabled_layers;
  std::string instance;
};

// The program ends with `status` after printing `text`: to stdout when the status is 0 (--help,
// --list-defects), else to stderr (2: one line saying which flag is wrong).
struct ConfigExit {
  int status = 2;
  std::string text;  // ends with a line end
};

// Reads flags, environment and the key files that they name. `argv` is what main got.
std::variant<Config, ConfigExit> ParseConfig(int argc, const char* const* argv);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_CONFIG_CONFIG_H_
