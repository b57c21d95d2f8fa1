#ifndef PAYSTORM_MOCKGW_CRYPTO_RSA_H_
#define PAYSTORM_MOCKGW_CRYPTO_RSA_H_

// RSA keys of 2048 bits and their signatures: SHA-256 with PKCS#1 v1.5, as every gateway here uses.
// Immutable; all methods may be called from many threads at once.

#include <memory>
#include <string>
#include <string_view>

#include "mockgw/base/result.h"

namespace paystorm::mockgw::crypto {

class RsaPublicKey final {
 public:
  // From "-----BEGIN PUBLIC KEY-----" or a certificate. kInvalid when it is neither.
  static Result<RsaPublicKey> FromPem(std::string_view pem);

  // `signature` is raw bytes.
  bool Verify(std::string_view message, std::string_view signature) const;

 private:
  explicit RsaPublicKey(std::shared_ptr<void> key) : key_(std::move(key)) {}
  std::shared_ptr<void> key_;  // EVP_PKEY; OpenSSL's header stays in the .cc
};

class RsaPrivateKey final {
 public:
  // A new key of 2048 bits from the operating system's randomness; about 0.1 s.
  static Result<RsaPrivateKey> Generate();
  // From PKCS#1 or PKCS#8 PEM without a password. kInvalid when it is none.
  static Result<RsaPrivateKey> FromPem(std::string_view pem);

  // Raw bytes, 256 of them for a 2048-bit key; about 0.7 ms.
  std::string Sign(std::string_view message) const;

  std::string PrivatePem() const;  // PKCS#8
  std::string PublicPem() const;   // SubjectPublicKeyInfo
  // A self-signed certificate of ten years with that serial. Requires 1-40 hex digits.
  std::string CertificatePem(const std::string& serial_hex) const;

 private:
  explicit RsaPrivateKey(std::shared_ptr<void> key) : key_(std::move(key)) {}
  std::shared_ptr<void> key_;
};

// Upper-case hex without leading zeros. kInvalid when the text is no certificate.
Result<std::string> CertificateSerial(std::string_view pem);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_RSA_H_
