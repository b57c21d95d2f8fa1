#include "mockgw/crypto/ed25519.h"

#include <openssl/evp.h>

#include <utility>

#include "mockgw/base/check.h"

namespace paystorm::mockgw::crypto {
namespace {

constexpr size_t kKeySize = 32;
constexpr size_t kSignatureSize = 64;
using ContextPtr = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

std::shared_ptr<void> Own(EVP_PKEY* key) {
  return {key, [](void* p) { EVP_PKEY_free(static_cast<EVP_PKEY*>(p)); }};
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

Result<Ed25519PrivateKey> Ed25519PrivateKey::FromSeed(const Secret& seed) {
  if (seed.Reveal().size() != kKeySize) return Invalid("an ed25519 private key has 32 bytes");
  EVP_PKEY* key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, Bytes(seed.Reveal()),
                                               seed.Reveal().size());
  if (key == nullptr) return Internal("OpenSSL does not take the ed25519 key");
  return Ed25519PrivateKey(Own(key));
}

std::string Ed25519PrivateKey::Sign(std::string_view message) const {
  const ContextPtr context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  std::string signature(kSignatureSize, '\0');
  size_t size = signature.size();
  const bool done = EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr,
                                       static_cast<EVP_PKEY*>(key_.get())) == 1 &&
                    EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(&signature[0]),
                                   &size, Bytes(message), message.size()) == 1;
  CHECK(done && size == kSignatureSize) << "signing in memory does not fail";
  return signature;
}

std::string Ed25519PrivateKey::PublicBytes() const {
  std::string bytes(kKeySize, '\0');
  size_t size = bytes.size();
  CHECK(EVP_PKEY_get_raw_public_key(static_cast<EVP_PKEY*>(key_.get()),
                                    reinterpret_cast<unsigned char*>(&bytes[0]), &size) == 1)
      << "an ed25519 key has a public half";
  return bytes;
}

bool Ed25519Verify(std::string_view public_bytes, std::string_view message,
                   std::string_view signature) {
  if (public_bytes.size() != kKeySize || signature.size() != kSignatureSize) return false;
  const std::shared_ptr<void> key = Own(EVP_PKEY_new_raw_public_key(
      EVP_PKEY_ED25519, nullptr, Bytes(public_bytes), public_bytes.size()));
  if (key == nullptr) return false;
  const ContextPtr context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr,
                              static_cast<EVP_PKEY*>(key.get())) == 1 &&
         EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(message),
                          message.size()) == 1;
}

}  // namespace paystorm::mockgw::crypto
