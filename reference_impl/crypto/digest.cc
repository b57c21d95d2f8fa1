#include "crypto/digest.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <climits>
#include <memory>
#include <stdexcept>

namespace paystorm_reference {
namespace {

constexpr size_t kAesKey = 32;
constexpr size_t kBlock = 16;
constexpr size_t kEd25519Key = 32;
constexpr size_t kEd25519Signature = 64;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string Hex(std::string_view bytes, std::string_view digits) {
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    out += digits[value >> 4U];
    out += digits[value & 15U];
  }
  return out;
}

}  // namespace

std::string Md5(std::string_view text) {
  std::string out(16, '\0');
  unsigned int size = 0;
  if (EVP_Digest(text.data(), text.size(), reinterpret_cast<unsigned char*>(out.data()), &size,
                 EVP_md5(), nullptr) != 1) {
    throw std::runtime_error("MD5 is not available");
  }
  return out;
}

std::string HmacSha256(std::string_view key, std::string_view text) {
  std::string out(32, '\0');
  unsigned int size = 0;
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), Bytes(text), text.size(),
           reinterpret_cast<unsigned char*>(out.data()), &size) == nullptr) {
    throw std::runtime_error("HMAC-SHA256 is not available");
  }
  return out;
}

std::string LowerHex(std::string_view bytes) { return Hex(bytes, "0123456789abcdef"); }
std::string UpperHex(std::string_view bytes) { return Hex(bytes, "0123456789ABCDEF"); }

bool SameBytes(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::optional<std::string> DecryptAesEcb(std::string_view key, std::string_view sealed) {
  if (key.size() != kAesKey || sealed.empty() || sealed.size() % kBlock != 0 ||
      sealed.size() > INT_MAX / 2) {
    return std::nullopt;
  }
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  std::string plain(sealed.size() + kBlock, '\0');
  auto* out = reinterpret_cast<unsigned char*>(plain.data());
  int size = 0;
  int last = 0;
  const bool good =
      context &&
      EVP_DecryptInit_ex(context.get(), EVP_aes_256_ecb(), nullptr, Bytes(key), nullptr) == 1 &&
      EVP_DecryptUpdate(context.get(), out, &size, Bytes(sealed),
                        static_cast<int>(sealed.size())) == 1 &&
      EVP_DecryptFinal_ex(context.get(), out + size, &last) == 1;
  ERR_clear_error();
  if (!good) return std::nullopt;
  plain.resize(static_cast<size_t>(size + last));
  return plain;
}

bool VerifyEd25519(std::string_view public_key, std::string_view message,
                   std::string_view signature) {
  if (public_key.size() != kEd25519Key || signature.size() != kEd25519Signature) return false;
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, Bytes(public_key), public_key.size()),
      &EVP_PKEY_free);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                        &EVP_MD_CTX_free);
  const bool good =
      key && context &&
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
      EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(message),
                       message.size()) == 1;
  ERR_clear_error();
  return good;
}

}  // namespace paystorm_reference
