#include "mockgw/base/text_position.h"

namespace paystorm {

std::string TextPosition::ToString() const {
  std::string text = file;
  if (line > 0) text += ":" + std::to_string(line);
  if (line > 0 && column > 0) text += ":" + std::to_string(column);
  return text;
}

}  // namespace paystorm
