#ifndef PAYSTORM_REFERENCE_LAYER_UNIX_TIME_H_
#define PAYSTORM_REFERENCE_LAYER_UNIX_TIME_H_

#include <chrono>
#include <string>
#include <string_view>

namespace paystorm_reference {

// Empty when `text` is a time in whole seconds no more than 300 s from `now` in either direction,
// else why it is refused. Digits alone: a sign or blanks would be signed as text but read as the
// same number.
std::string CheckUnixTime(std::string_view text, std::chrono::system_clock::time_point now);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_UNIX_TIME_H_
