#ifndef PAYSTORM_MOCKGW_CHANNEL_WXPAY_BODY_H_
#define PAYSTORM_MOCKGW_CHANNEL_WXPAY_BODY_H_

// The JSON of WeChat Pay APIv3's notifications. Pure.

#include <cstdint>
#include <string>

#include "mockgw/channel/channel.h"

namespace paystorm::mockgw {

// How the resource is sealed wrongly on purpose, under whatever signature.
enum class Seal { kRight, kBadTag, kBadAad };

// In the key order of real traffic, compact unless the shape is kIndented, raw UTF-8:
//   {"id":"7b2b145f-9cda-5573-8be2-d2d9eaaffa25","create_time":"2024-10-09T09:33:13+08:00",
//    "resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功",
//    "resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":"…",
//    "associated_data":"transaction","nonce":"…12…"}}
// (pay.weixin.qq.com/docs/merchant/apis/h5-payment/payment-notice.html). What is random in it is
// drawn by `seed` and the notify id alone, so that the body is the same for every attempt.
std::string WxpayBody(const Notification& notification, const ChannelKeys& keys, uint64_t seed,
                      Seal seal);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_WXPAY_BODY_H_
