#ifndef PAYSTORM_MOCKGW_CRYPTO_DIGEST_H_
#define PAYSTORM_MOCKGW_CRYPTO_DIGEST_H_

// Digests and keyed digests as raw bytes, and their usual spelling. Pure.

#include <string>
#include <string_view>

#include "mockgw/base/secret.h"

namespace paystorm::mockgw::crypto {

// 16 bytes. Weak, and still what WeChat Pay v2 signs with by default.
std::string Md5(std::string_view bytes);
// 32 bytes. An empty key is allowed: a hostile delivery signs with it.
std::string HmacSha256(const Secret& key, std::string_view message);

std::string LowerHex(std::string_view bytes);
std::string UpperHex(std::string_view bytes);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_DIGEST_H_
