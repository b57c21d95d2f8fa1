#ifndef PAYSTORM_REFERENCE_CRYPTO_CRYPTO_H_
#define PAYSTORM_REFERENCE_CRYPTO_CRYPTO_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace paystorm_reference {

// Standard base64 with padding, strict: only the alphabet, a length that is a multiple of four,
// unused bits zero, no line ends. nullopt for anything else. The empty text is the empty value.
std::optional<std::string> DecodeBase64(std::string_view text);

// An RSA public key of at least 2048 bits. Immutable; may be used by many threads at once.
class PublicKey final {
 public:
  struct Loaded;

  // From a PEM public key ("BEGIN PUBLIC KEY"). Null when it is none, and then `*error` is one
  // line.
  static std::shared_ptr<const PublicKey> FromPem(std::string_view pem, std::string* error);
  // From a PEM X.509 certificate; `*serial` becomes its serial number in upper-case hex.
  static std::shared_ptr<const PublicKey> FromCertificatePem(std::string_view pem,
                                                             std::string* serial,
                                                             std::string* error);
  ~PublicKey();
  PublicKey(const PublicKey&) = delete;
  PublicKey& operator=(const PublicKey&) = delete;

  // RSASSA-PKCS1-v1_5 over SHA-256; false for a wrong signature of any kind or length.
  bool Verify(std::string_view message, std::string_view signature) const;

 private:
  explicit PublicKey(std::unique_ptr<Loaded> loaded);
  std::unique_ptr<Loaded> loaded_;
};

inline constexpr size_t kAesKeyBytes = 32;
inline constexpr size_t kGcmNonceBytes = 12;
inline constexpr size_t kGcmTagBytes = 16;

// AES-256-GCM; `sealed` is the ciphertext followed by its 16-byte tag. nullopt when a length is
// wrong or the tag does not fit.
std::optional<std::string> DecryptAesGcm(std::string_view key, std::string_view nonce,
                                         std::string_view associated_data, std::string_view sealed);

// Random bytes from the system, as lower-case hex of twice the length.
std::string RandomHex(size_t bytes);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_CRYPTO_CRYPTO_H_
