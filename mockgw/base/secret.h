#ifndef PAYSTORM_MOCKGW_BASE_SECRET_H_
#define PAYSTORM_MOCKGW_BASE_SECRET_H_

// A string that prints as ***. Immutable.

#include <ostream>
#include <string>
#include <utility>

namespace paystorm {

class Secret final {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}
  // The plain text; hand it to the library that needs it and nowhere else.
  const std::string& Reveal() const { return value_; }
  bool empty() const { return value_.empty(); }

 private:
  std::string value_;
};

inline std::ostream& operator<<(std::ostream& out, const Secret&) { return out << "***"; }

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_SECRET_H_
