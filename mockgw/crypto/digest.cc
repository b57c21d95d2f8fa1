#include "mockgw/crypto/digest.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "mockgw/base/check.h"

namespace paystorm::mockgw::crypto {
namespace {

std::string Hex(std::string_view bytes, std::string_view digits) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace

std::string Md5(std::string_view bytes) {
  std::string digest(16, '\0');
  unsigned int size = 0;
  CHECK(EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                   &size, EVP_md5(), nullptr) == 1)
      << "a digest in memory does not fail";
  return digest;
}

std::string HmacSha256(const Secret& key, std::string_view message) {
  std::string digest(32, '\0');
  unsigned int size = 0;
  CHECK(HMAC(EVP_sha256(), key.Reveal().data(), static_cast<int>(key.Reveal().size()),
             reinterpret_cast<const unsigned char*>(message.data()), message.size(),
             reinterpret_cast<unsigned char*>(digest.data()), &size) != nullptr)
      << "a digest in memory does not fail";
  return digest;
}

std::string LowerHex(std::string_view bytes) { return Hex(bytes, "0123456789abcdef"); }
std::string UpperHex(std::string_view bytes) { return Hex(bytes, "0123456789ABCDEF"); }

}  // namespace paystorm::mockgw::crypto
