#ifndef PAYSTORM_REFERENCE_CRYPTO_DIGEST_H_
#define PAYSTORM_REFERENCE_CRYPTO_DIGEST_H_

#include <optional>
#include <string>
#include <string_view>

namespace paystorm_reference {

// Raw bytes: 16 and 32 of them.
std::string Md5(std::string_view text);
std::string HmacSha256(std::string_view key, std::string_view text);

std::string LowerHex(std::string_view bytes);
std::string UpperHex(std::string_view bytes);

// Whether they are the same, in a time that depends on the lengths alone: a secret's digest must
// not be guessed byte by byte.
bool SameBytes(std::string_view a, std::string_view b);

// AES-256-ECB with PKCS#7 padding. nullopt when a length or the padding is wrong. There is no
// authentication: whatever decrypts may still be anything.
std::optional<std::string> DecryptAesEcb(std::string_view key, std::string_view sealed);

// Ed25519; false for a wrong signature or length of any kind.
bool VerifyEd25519(std::string_view public_key, std::string_view message,
                   std::string_view signature);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_CRYPTO_DIGEST_H_
