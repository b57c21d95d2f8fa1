#ifndef PAYSTORM_MOCKGW_CRYPTO_ED25519_H_
#define PAYSTORM_MOCKGW_CRYPTO_ED25519_H_

// Ed25519 signatures, as Standard Webhooks uses them under "v1a".
// Immutable; all methods may be called from many threads at once.

#include <memory>
#include <string>
#include <string_view>

#include "mockgw/base/result.h"
#include "mockgw/base/secret.h"

namespace paystorm::mockgw::crypto {

class Ed25519PrivateKey final {
 public:
  // `seed` is the raw private key. kInvalid unless it has 32 bytes.
  static Result<Ed25519PrivateKey> FromSeed(const Secret& seed);

  std::string Sign(std::string_view message) const;  // 64 raw bytes
  std::string PublicBytes() const;                   // 32 raw bytes

 private:
  explicit Ed25519PrivateKey(std::shared_ptr<void> key) : key_(std::move(key)) {}
  std::shared_ptr<void> key_;  // EVP_PKEY; OpenSSL's header stays in the .cc
};

// False for a wrong signature or a wrong length of any argument.
bool Ed25519Verify(std::string_view public_bytes, std::string_view message,
                   std::string_view signature);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_ED25519_H_
