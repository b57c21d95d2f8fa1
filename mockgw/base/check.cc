#include "mockgw/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace paystorm::internal {

CheckFailure::CheckFailure(const char* file, int line, const char* condition) {
  text_ << file << ":" << line << ": bug: " << condition << " does not hold: ";
}

CheckFailure::~CheckFailure() {
  std::fprintf(stderr, "%s\n", text_.str().c_str());
  std::abort();
}

}  // namespace paystorm::internal
