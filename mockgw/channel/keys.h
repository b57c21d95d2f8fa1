#ifndef PAYSTORM_MOCKGW_CHANNEL_KEYS_H_
#define PAYSTORM_MOCKGW_CHANNEL_KEYS_H_

// The key material that gateway and subject share, in a folder:
//   platform_private.pem  platform_public.pem  platform_cert.pem  (serial in the certificate)
//   pub_key_private.pem   pub_key_public.pem   pub_key_id.txt
//   api_v3_key.txt (32 bytes, no newline)      mchid.txt   appid.txt
// Private files are created with mode 0600.

#include <string>

#include "mockgw/base/result.h"
#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// Makes new keys (RSA 2048, from the operating system's randomness; takes about 0.3 s) and writes
// the files. kUnavailable when the folder cannot be written.
Result<ChannelKeys> MakeKeys(const std::string& folder);

// kInvalid, naming the file, when one is missing or malformed.
Result<ChannelKeys> LoadKeys(const std::string& folder);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_KEYS_H_
