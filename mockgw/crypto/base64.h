#ifndef PAYSTORM_MOCKGW_CRYPTO_BASE64_H_
#define PAYSTORM_MOCKGW_CRYPTO_BASE64_H_

// Standard base64 with padding and without line breaks. Pure.

#include <string>
#include <string_view>

#include "mockgw/base/result.h"

namespace paystorm::mockgw::crypto {

std::string Base64Encode(std::string_view bytes);
// kInvalid for anything but complete groups of four.
Result<std::string> Base64Decode(std::string_view text);

}  // namespace paystorm::mockgw::crypto

#endif  // PAYSTORM_MOCKGW_CRYPTO_BASE64_H_
