#ifndef PAYSTORM_MOCKGW_CRYPTO_AES_ECB_H_
#define PAYSTORM_MOCKGW_CRYPTO_AES_ECB_H_

// AES-256-ECB with PKCS#7 padding, as WeChat Pay v2 encrypts the req_info of a refund notice.
// Pure.

#include <string>
#include <string_view>

#include "mockgw/base/secret.h"

namespace paystorm::mockgw::crypto {

// Raw bytes. Requires a key of 32 bytes.
std::string AesEcbEncrypt(const Secret& key, std::string_view plaintext);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_AES_ECB_H_
