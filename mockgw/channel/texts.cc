#include "mockgw/channel/texts.h"

#include <iconv.h>

#include <algorithm>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::seconds;

std::string Spelled(SystemTime time, std::string_view dash, std::string_view between,
                    std::string_view colon) {
  const auto beijing = std::chrono::floor<seconds>(time) + std::chrono::hours(8);
  const auto day = std::chrono::floor<std::chrono::days>(beijing);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(beijing - day);
  return Format("{:04}{}{:02}{}{:02}{}{:02}{}{:02}{}{:02}", static_cast<int>(date.year()), dash,
                static_cast<unsigned>(date.month()), dash, static_cast<unsigned>(date.day()),
                between, clock.hours().count(), colon, clock.minutes().count(), colon,
                clock.seconds().count());
}

}  // namespace

std::string Rfc3339(SystemTime time) { return Spelled(time, "-", "T", ":") + "+08:00"; }
std::string DateTime(SystemTime time) { return Spelled(time, "-", " ", ":"); }
std::string CompactTime(SystemTime time) { return Spelled(time, "", "", ""); }

const std::string& OrElse(const std::string& own, const std::string& usual) {
  return own.empty() ? usual : own;
}

std::string MerchantText(Shape shape, size_t most) {
  CHECK(most >= 64) << "no gateway's text is shorter";
  switch (shape) {
    case Shape::kSymbols:
      return "1+1=2 & 50%25 off; a=b&c=d %zz";
    case Shape::kQuotes:
      return R"(the "best" \ it's <b>&amp;</b> ]]> 'shop')";
    case Shape::kEmoji:
      return "tea \xF0\x9F\x8D\xB5 e\xCC\x81 \xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9";
    case Shape::kGbk:
      return "中文商品 测试";
    case Shape::kMaximalText:
      return std::string(most - 1, 'x') + "y";
    default:
      return "order of the shop";
  }
}

int64_t CouponOf(Shape shape, int64_t amount_minor) {
  if (shape != Shape::kCoupons) return 0;
  return std::max<int64_t>(amount_minor / 10, amount_minor > 1 ? 1 : 0);
}

std::string Truncated(std::string base64) {
  while (base64.ends_with('=')) base64.pop_back();
  CHECK(!base64.empty()) << "there is nothing to cut";
  base64.pop_back();
  return base64;
}

std::string GbkOf(const std::string& utf8) {
  const iconv_t converter = iconv_open("GBK", "UTF-8");
  const bool known = converter != reinterpret_cast<iconv_t>(-1);  // NOLINT: how iconv says no
  CHECK(known) << "the C library knows GBK";
  std::string in = utf8;
  std::string out(utf8.size() * 2, '\0');
  char* from = in.data();
  char* to = out.data();
  size_t in_left = in.size();
  size_t out_left = out.size();
  const size_t lost = iconv(converter, &from, &in_left, &to, &out_left);
  iconv_close(converter);
  CHECK(lost == 0 && in_left == 0) << "a text that GBK cannot say";
  out.resize(out.size() - out_left);
  return out;
}

}  // namespace paystorm::mockgw
