#ifndef PAYSTORM_MOCKGW_CHANNEL_KEYS_H_
#define PAYSTORM_MOCKGW_CHANNEL_KEYS_H_

// The key material that gateway and subject share, in a folder:
//   platform_private.pem  platform_public.pem  platform_cert.pem  (serial in the certificate)
//   pub_key_private.pem   pub_key_public.pem   pub_key_id.txt
//   api_v3_key.txt (32 bytes)   api_v2_key.txt (32 bytes)   mchid.txt   appid.txt
//   alipay_private.pem   alipay_public.pem   alipay_app_id.txt   alipay_seller_id.txt
//   stripe_secret.txt (one secret a line, newest first)   stripe_account.txt
//   webhook_secret.txt (one secret a line, newest first)
//   webhook_private_key.txt (whsk_...)   webhook_public_key.txt (whpk_...)
// Files with a secret or private key are created with mode 0600. New secrets come in twos, so that
// a roll of them can be played.

#include <string>

#include "mockgw/base/result.h"
#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// Makes new keys for every channel (from the operating system's randomness; takes about 0.4 s) and
// writes the files. kUnavailable when the folder cannot be written.
Result<ChannelKeys> MakeKeys(const std::string& folder);

// What the folder holds; files of a channel may be missing altogether, and then
// Channel::MissingKey names the first of them. kInvalid, naming the file, when one is malformed or
// the folder holds none at all.
Result<ChannelKeys> LoadKeys(const std::string& folder);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_KEYS_H_
