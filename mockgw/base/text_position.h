#ifndef PAYSTORM_MOCKGW_BASE_TEXT_POSITION_H_
#define PAYSTORM_MOCKGW_BASE_TEXT_POSITION_H_

// A place in a text file that a person wrote. Immutable by use.

#include <string>

namespace paystorm {

struct TextPosition {
  std::string file;
  int line = 0;    // 1-based; 0 when unknown
  int column = 0;  // 1-based; 0 when unknown

  // "file:line:column", leaving off what is unknown.
  std::string ToString() const;
};

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_TEXT_POSITION_H_
