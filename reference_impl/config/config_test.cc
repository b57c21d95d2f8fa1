#include "config/config.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "defect/defect.h"
#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

class ParseConfigTest : public ::testing::Test {
 protected:
  ParseConfigTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "reference-XXXXXX").string();
    dir_ = mkdtemp(pattern.data());
    Write("key.pem", test::SharedSigner().PublicPem());
    Write("cert.pem",
          test::SharedSigner().CertificatePem("51856640BA57CBD6343BA9EA2D409A9E9AC5EB65"));
    Write("api", std::string(test::kApiKey) + "\n");
    Write("short", "0123");
  }
  ~ParseConfigTest() override {
    for (const char* name : {"REFERENCE_PORT", "REFERENCE_MYSQL_PASSWORD", "REFERENCE_WORKERS"}) {
      unsetenv(name);
    }
    std::filesystem::remove_all(dir_);
  }

  void Write(const std::string& name, const std::string& text) {
    std::ofstream(dir_ / name) << text;
  }
  std::string Path(const std::string& name) const { return (dir_ / name).string(); }

  // The flags that are always needed, and then these.
  std::variant<Config, ConfigExit> Parse(const std::vector<std::string>& flags) {
    std::vector<std::string> all = {
        "paystorm-reference", "--mysql=tcp://127.0.0.1:3306", "--mysql-database=shop",
        "--wxpay-api-v3-key-file=" + Path("api"), "--wxpay-key=PUB_KEY_ID_1=" + Path("key.pem")};
    all.insert(all.end(), flags.begin(), flags.end());
    std::vector<const char*> argv;
    for (const std::string& flag : all) argv.push_back(flag.c_str());
    return ParseConfig(static_cast<int>(argv.size()), argv.data());
  }
  std::string Error(const std::vector<std::string>& flags) {
    const auto result = Parse(flags);
    const auto* exit = std::get_if<ConfigExit>(&result);
    if (exit == nullptr) return "accepted";
    EXPECT_EQ(exit->status, 2);
    EXPECT_EQ(std::count(exit->text.begin(), exit->text.end(), '\n'), 1) << exit->text;
    return exit->text;
  }

  std::filesystem::path dir_;
};

// The defaults are the documented ones; what is given is taken.
TEST_F(ParseConfigTest, ReadsFlags) {
  const auto result = Parse({"--port=8080", "--redis=unix:///run/redis.sock", "--lock-ttl-ms=500",
                             "--claim-lease-ms", "700", "--wxpay-certificate=" + Path("cert.pem"),
                             "--disable-layer=lock", "--disable-layer", "notify_log",
                             "--disable-layer=lock", "--instance=a", "--init-schema"});
  ASSERT_TRUE(std::holds_alternative<Config>(result)) << std::get<ConfigExit>(result).text;
  const auto& config = std::get<Config>(result);
  EXPECT_EQ(config.bind, "127.0.0.1");
  EXPECT_EQ(config.port, 8080);
  EXPECT_EQ(config.redis, "unix:///run/redis.sock");
  EXPECT_EQ(config.lock_ttl.count(), 500);
  EXPECT_EQ(config.claim_lease.count(), 700);
  EXPECT_EQ(config.workers, 16U);
  EXPECT_EQ(config.io_threads, 2U);
  EXPECT_EQ(config.queue, 2048U);
  EXPECT_EQ(config.max_body_bytes, 65536U);
  EXPECT_EQ(config.wxpay_api_v3_key, test::kApiKey);
  EXPECT_EQ(config.db.user, "root");
  EXPECT_TRUE(config.init_schema);
  EXPECT_EQ(config.wxpay_keys.size(), 2U);
  EXPECT_TRUE(config.wxpay_keys.contains("51856640BA57CBD6343BA9EA2D409A9E9AC5EB65"));
  EXPECT_EQ(config.disabled_layers, (std::vector<Layer>{Layer::kLock, Layer::kNotifyLog}));
}

// The environment is read, and a flag wins over it; the password comes from there alone.
TEST_F(ParseConfigTest, ReadsTheEnvironment) {
  setenv("REFERENCE_PORT", "81", 1);
  setenv("REFERENCE_WORKERS", "3", 1);
  setenv("REFERENCE_MYSQL_PASSWORD", "secret", 1);
  const auto result = Parse({"--port=82"});
  ASSERT_TRUE(std::holds_alternative<Config>(result)) << std::get<ConfigExit>(result).text;
  EXPECT_EQ(std::get<Config>(result).port, 82);
  EXPECT_EQ(std::get<Config>(result).workers, 3U);
  EXPECT_EQ(std::get<Config>(result).db.password, "secret");
  setenv("REFERENCE_WORKERS", "many", 1);
  EXPECT_NE(Error({}).find("many"), std::string::npos);
}

// Each wrong value is one line that names the flag.
TEST_F(ParseConfigTest, RefusesWrongValues) {
  const std::pair<std::vector<std::string>, const char*> table[] = {
      {{"--port=65536"}, "--port"},
      {{"--port=x"}, "--port"},
      {{"--port=-1"}, "--port"},
      {{"--workers=0"}, "--workers"},
      {{"--queue=0"}, "--queue"},
      {{"--lock-ttl-ms=0"}, "--lock-ttl-ms"},
      {{"--claim-lease-ms=1s"}, "--claim-lease-ms"},
      {{"--redis=127.0.0.1:6379"}, "--redis"},
      {{"--redis=tcp://127.0.0.1"}, "--redis"},
      {{"--redis=tcp://:1"}, "--redis"},
      {{"--redis=unix://relative"}, "--redis"},
      {{"--defect=none"}, "--defect"},
      {{"--disable-layer=all"}, "--disable-layer"},
      {{"--wxpay-key=nonsense"}, "--wxpay-key"},
      {{"--wxpay-key=12=" + Path("key.pem")}, "--wxpay-key"},
      {{"--wxpay-key=PUB_KEY_ID_1=" + Path("key.pem")}, "two keys"},
      {{"--wxpay-key=PUB_KEY_ID_2=" + Path("none.pem")}, "cannot read"},
      {{"--wxpay-key=PUB_KEY_ID_2=" + Path("cert.pem")}, "not a PEM public key"},
      {{"--wxpay-certificate=" + Path("key.pem")}, "not a PEM certificate"},
      {{"--what"}, "--what"},
      {{"stray"}, "stray"},
  };
  for (const auto& [flags, part] : table) {
    const std::string error = Error(flags);
    EXPECT_NE(error.find(part), std::string::npos) << flags.front() << ": " << error;
  }
}

// What is required is asked for by name.
TEST_F(ParseConfigTest, NamesWhatIsMissing) {
  const auto error = [](const std::vector<const char*>& argv) {
    const auto result = ParseConfig(static_cast<int>(argv.size()), argv.data());
    return std::get<ConfigExit>(result).text;
  };
  EXPECT_NE(error({"x"}).find("--mysql:"), std::string::npos);
  EXPECT_NE(error({"x", "--mysql=unix:///s"}).find("--mysql-database"), std::string::npos);
  EXPECT_NE(error({"x", "--mysql=unix:///s", "--mysql-database=d"}).find("--wxpay-key"),
            std::string::npos);
  EXPECT_NE(error({"x", "--mysql=unix:///s", "--mysql-database=d", "--disable-layer=signature"})
                .find("--wxpay-api-v3-key-file"),
            std::string::npos);
  const std::string file = "--wxpay-api-v3-key-file=" + Path("short");
  EXPECT_NE(error({"x", "--mysql=unix:///s", "--mysql-database=d", "--disable-layer=signature",
                   file.c_str()})
                .find("32 bytes"),
            std::string::npos);
}

// Lists need nothing else: name, tab, sentence, one a line; exit 0.
TEST_F(ParseConfigTest, ListsDefects) {
  const char* argv[] = {"x", "--list-defects"};
  const auto result = ParseConfig(2, argv);
  const auto& exit = std::get<ConfigExit>(result);
  EXPECT_EQ(exit.status, 0);
  EXPECT_EQ(std::count(exit.text.begin(), exit.text.end(), '\n'),
            static_cast<std::ptrdiff_t>(AllDefects().size()));
  EXPECT_NE(exit.text.find("check-then-act\t"), std::string::npos);
  const char* help[] = {"x", "--help"};
  EXPECT_EQ(std::get<ConfigExit>(ParseConfig(2, help)).status, 0);
}

}  // namespace
}  // namespace paystorm_reference
