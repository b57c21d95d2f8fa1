#ifndef PAYSTORM_MOCKGW_CRYPTO_AES_GCM_H_
#define PAYSTORM_MOCKGW_CRYPTO_AES_GCM_H_

// AES-256-GCM as WeChat Pay uses it: the 16-byte tag stands behind the ciphertext.
// Pure.

#include <string>
#include <string_view>

#include "mockgw/base/result.h"
#include "mockgw/base/secret.h"

namespace paystorm::mockgw::crypto {

// Raw bytes, plaintext.size() + 16 of them. Requires a key of 32 bytes and a nonce of 12.
std::string AesGcmEncrypt(const Secret& key, std::string_view nonce, std::string_view associated,
                          std::string_view plaintext);

// kInvalid when a length or the tag is wrong.
Result<std::string> AesGcmDecrypt(const Secret& key, std::string_view nonce,
                                  std::string_view associated, std::string_view sealed);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_AES_GCM_H_
