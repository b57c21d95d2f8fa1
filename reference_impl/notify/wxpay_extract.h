#ifndef PAYSTORM_REFERENCE_NOTIFY_WXPAY_EXTRACT_H_
#define PAYSTORM_REFERENCE_NOTIFY_WXPAY_EXTRACT_H_

#include <string_view>

#include "notify/extract_error.h"

namespace paystorm_reference {

// Decrypts and reads the body of a WeChat Pay v3 notification (TRANSACTION.SUCCESS of an ordinary
// payment; REFUND.SUCCESS, REFUND.ABNORMAL, REFUND.CLOSED). The body is, compact,
// {"id":"EV-1","create_time":"2026-01-31T16:00:00+08:00","resource_type":"encrypt-resource",
//  "event_type":"TRANSACTION.SUCCESS","summary":"...","resource":{"original_type":"transaction",
//  "algorithm":"AEAD_AES_256_GCM","ciphertext":"<base64>","associated_data":"transaction",
//  "nonce":"<12 bytes>"}}
// Nothing in the outer JSON but the id, the event type and the resource is relied on. `api_v3_key`
// is 32 bytes.
Extracted ExtractWxpay(std::string_view body, std::string_view api_v3_key);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_WXPAY_EXTRACT_H_
