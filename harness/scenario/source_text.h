#ifndef PAYSTORM_HARNESS_SCENARIO_SOURCE_TEXT_H_
#define PAYSTORM_HARNESS_SCENARIO_SOURCE_TEXT_H_

// The text of one scenario file, cut into lines, and the one place that words an error about it.
// Immutable. Views handed out live as long as the text that was handed in.

#include <string>
#include <string_view>
#include <vector>

#include "mockgw/base/result.h"
#include "mockgw/base/text_position.h"

namespace paystorm {

class SourceText final {
 public:
  // Requires that `text` outlives this object. A byte order mark at the start is passed over.
  SourceText(std::string_view text, std::string file);

  // Without the byte order mark.
  std::string_view text() const { return text_; }
  const std::string& file() const { return file_; }

  // kInvalid beyond 1 MiB, for bytes that are no UTF-8, and for control characters.
  Result<void> CheckBytes() const;

  // Line and byte of that line, both 0-based, as a position whose column counts characters.
  // What lies outside the text is moved to its nearest end.
  TextPosition At(int line, int byte) const;
  // The first place of `needle` in the line of `from`, at or after it; `from` when there is none.
  TextPosition Locate(const TextPosition& from, std::string_view needle) const;

  // kInvalid: "file:line:column: message", the line, and a caret under the column.
  Error Wrong(const TextPosition& position, std::string_view message) const;

 private:
  // Empty beyond the last line.
  std::string_view Line(int line) const;

  std::string_view text_;
  std::string file_;
  std::vector<std::string_view> lines_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_SOURCE_TEXT_H_
