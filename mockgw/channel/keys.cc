#include "mockgw/channel/keys.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>
#include <utility>

#include "mockgw/base/format.h"

namespace paystorm::mockgw {
namespace {

using crypto::RsaPrivateKey;

constexpr size_t kApiV3KeySize = 32;

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

}  // namespace

Result<ChannelKeys> MakeKeys(const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Unavailable(Format("cannot make the folder {}: {}", folder, code.message()));
  auto platform = NewKey();
  auto pair = NewKey();
  if (!platform) return platform.error();
  if (!pair) return pair.error();
  Random random(SystemEntropy(), "keys");
  // A serial must not start with 0, which its text would lose.
  const std::string serial = "5" + random.UpperHex(39);
  const std::vector<std::tuple<std::string, std::string, bool>> files = {
      {"platform_private.pem", (*platform)->PrivatePem(), true},
      {"platform_public.pem", (*platform)->PublicPem(), false},
      {"platform_cert.pem", (*platform)->CertificatePem(serial), false},
      {"pub_key_private.pem", (*pair)->PrivatePem(), true},
      {"pub_key_public.pem", (*pair)->PublicPem(), false},
      {"pub_key_id.txt", "PUB_KEY_ID_0" + random.Digits(31), false},
      {"api_v3_key.txt", random.AlphaNumeric(kApiV3KeySize), true},
      {"mchid.txt", "1900" + random.Digits(6), false},
      {"appid.txt", "wx" + random.AlphaNumeric(16), false},
  };
  for (const auto& [name, content, secret] : files) {
    if (auto written = WriteFile(folder + "/" + name, content, secret); !written) {
      return written.error();
    }
  }
  return LoadKeys(folder);
}

Result<ChannelKeys> LoadKeys(const std::string& folder) {
  ChannelKeys keys;
  auto platform = ReadKey(folder + "/platform_private.pem");
  if (!platform) return platform.error();
  keys.platform_key = *platform;
  auto pair = ReadKey(folder + "/pub_key_private.pem");
  if (!pair) return pair.error();
  keys.public_key_pair = *pair;
  auto certificate = ReadFile(folder + "/platform_cert.pem");
  if (!certificate) return certificate.error();
  auto serial = crypto::CertificateSerial(*certificate);
  if (!serial) return Invalid(folder + "/platform_cert.pem: " + serial.error().message);
  keys.certificate_serial = *serial;
  std::string api_v3_key;
  const std::vector<std::pair<std::string, std::string*>> words = {
      {"pub_key_id.txt", &keys.public_key_id},
      {"api_v3_key.txt", &api_v3_key},
      {"mchid.txt", &keys.mchid},
      {"appid.txt", &keys.appid},
  };
  for (const auto& [name, value] : words) {
    auto text = ReadFile(folder + "/" + name);
    if (!text) return text.error();
    *value = Word(*text);
    if (value->empty()) return Invalid(Format("{}/{} is empty", folder, name));
  }
  if (api_v3_key.size() != kApiV3KeySize) {
    return Invalid(
        Format("{}/api_v3_key.txt has {} bytes; an APIv3 key has 32", folder, api_v3_key.size()));
  }
  keys.api_v3_key = Secret(api_v3_key);
  auto stranger = NewKey();
  if (!stranger) return stranger.error();
  keys.stranger_key = *stranger;
  return keys;
}

}  // namespace paystorm::mockgw
