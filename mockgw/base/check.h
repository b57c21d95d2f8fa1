#ifndef PAYSTORM_MOCKGW_BASE_CHECK_H_
#define PAYSTORM_MOCKGW_BASE_CHECK_H_

// CHECK(condition) << why; aborts when a bug of ours is met. The world failing is a Result instead.
// Thread-safe.

#include <sstream>

namespace paystorm::internal {

class CheckFailure final {
 public:
  CheckFailure(const char* file, int line, const char* condition);
  CheckFailure(const CheckFailure&) = delete;
  CheckFailure& operator=(const CheckFailure&) = delete;
  // Prints the gathered line on stderr and aborts.
  [[noreturn]] ~CheckFailure();
  std::ostream& stream() { return text_; }

 private:
  std::ostringstream text_;
};

// Gives the macro's two branches one type.
struct Voidify {
  void operator&&(std::ostream&) {}
};

}  // namespace paystorm::internal

#define CHECK(condition)                           \
  (condition) ? (void)0                            \
              : ::paystorm::internal::Voidify() && \
                    ::paystorm::internal::CheckFailure(__FILE__, __LINE__, #condition).stream()

#endif  // PAYSTORM_MOCKGW_BASE_CHECK_H_
