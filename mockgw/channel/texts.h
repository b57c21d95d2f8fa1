#ifndef PAYSTORM_MOCKGW_CHANNEL_TEXTS_H_
#define PAYSTORM_MOCKGW_CHANNEL_TEXTS_H_

// Spellings that several channels share. Pure.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mockgw/base/clock.h"
#include "mockgw/channel/notification.h"

namespace paystorm::mockgw {

// Beijing's time, which has no summer time.
std::string Rfc3339(SystemTime time);      // 2026-01-01T08:00:00+08:00
std::string DateTime(SystemTime time);     // 2026-01-01 08:00:00
std::string CompactTime(SystemTime time);  // 20260101080000

// `own` unless it is empty.
const std::string& OrElse(const std::string& own, const std::string& usual);

// A text that the merchant handed to the gateway when the order was made (attach, subject), dressed
// as `shape` asks, in UTF-8. kMaximalText has `most` characters exactly; all others at most that
// many, and at least 1. Requires most >= 64.
std::string MerchantText(Shape shape, size_t most);

// What coupons took off the payer's part of `amount_minor`: a tenth in the shape kCoupons, and
// never all of it; nothing in other shapes.
int64_t CouponOf(Shape shape, int64_t amount_minor);

// Base64 without the last character that carries bits, nor the padding: many decoders do without
// padding, so that its loss alone would not be one.
std::string Truncated(std::string base64);

// The same characters in GBK. Requires UTF-8 that GBK can say.
std::string GbkOf(const std::string& utf8);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_TEXTS_H_
