#include "layer/unix_time.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace paystorm_reference {

std::string CheckUnixTime(std::string_view text, std::chrono::system_clock::time_point now) {
  constexpr int64_t kToleranceSeconds = 300;
  constexpr size_t kMaxDigits = 12;
  const bool digits =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.empty() || text.size() > kMaxDigits || !digits) return "malformed timestamp";
  int64_t seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  const int64_t now_seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  if (seconds < now_seconds - kToleranceSeconds) return "the timestamp is too old";
  if (seconds > now_seconds + kToleranceSeconds) return "the timestamp lies in the future";
  return "";
}

}  // namespace paystorm_reference
