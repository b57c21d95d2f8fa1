#ifndef PAYSTORM_MOCKGW_BASE_FORMAT_H_
#define PAYSTORM_MOCKGW_BASE_FORMAT_H_

// Format("{} of {}", 3, 5): the one header that includes fmt. Thread-safe.

#include <fmt/format.h>

#include <string>
#include <utility>

namespace paystorm {

template <typename... Args>
std::string Format(fmt::format_string<Args...> pattern, Args&&... args) {
  return fmt::format(pattern, std::forward<Args>(args)...);
}

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_FORMAT_H_
