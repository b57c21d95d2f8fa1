#include "harness/scenario/source_text.h"

#include <algorithm>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr size_t kMaxBytes = size_t{1024} * 1024;
// A longer line is shown in part, so that an error stays readable in a terminal.
constexpr int kShownBefore = 100;
constexpr int kShownAfter = 60;
constexpr size_t kMaxMessage = 400;  // bytes

struct Decoded {
  char32_t code = 0;
  size_t length = 0;  // 0: no UTF-8 here
};

// One character of UTF-8 at `at`; overlong forms and surrogates are none.
Decoded DecodeAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  size_t length = 0;
  char32_t least = 0;
  char32_t code = 0;
  if ((lead & 0xE0) == 0xC0) {
    length = 2, least = 0x80, code = lead & 0x1F;
  } else if ((lead & 0xF0) == 0xE0) {
    length = 3, least = 0x800, code = lead & 0x0F;
  } else if ((lead & 0xF8) == 0xF0) {
    length = 4, least = 0x10000, code = lead & 0x07;
  } else {
    return {};
  }
  if (at + length > text.size()) return {};
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length};
}

// Characters that a terminal draws over two columns, coarsely.
bool IsWide(char32_t code) {
  return (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
         (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
         (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
         (code >= 0x1F300 && code <= 0x1FAFF) || (code >= 0x20000 && code <= 0x3FFFD);
}

// Byte offset of the character with this 0-based number, at most the line's length.
size_t ByteOf(std::string_view line, int character) {
  size_t at = 0;
  for (int i = 0; i < character && at < line.size(); ++i) {
    at += std::max<size_t>(1, DecodeAt(line, at).length);
  }
  return at;
}

int CharactersIn(std::string_view line) {
  int count = 0;
  for (size_t at = 0; at < line.size(); ++count) {
    at += std::max<size_t>(1, DecodeAt(line, at).length);
  }
  return count;
}

// As wide on a terminal as `text`, so that what follows stands under what followed `text`.
std::string BlanksFor(std::string_view text) {
  std::string blanks;
  for (size_t at = 0; at < text.size();) {
    const Decoded decoded = DecodeAt(text, at);
    blanks += decoded.code == '\t' ? "\t" : IsWide(decoded.code) ? "  " : " ";
    at += std::max<size_t>(1, decoded.length);
  }
  return blanks;
}

// A message may quote a piece of the file, which may hold anything and be of any length.
std::string OneLine(std::string_view message) {
  std::string line;
  for (size_t at = 0; at < message.size();) {
    const Decoded decoded = DecodeAt(message, at);
    const size_t length = std::max<size_t>(1, decoded.length);
    if (line.size() + length > kMaxMessage) return line + "...";
    if (decoded.length == 0 || decoded.code < 0x20) {
      line += ' ';
    } else {
      line += message.substr(at, length);
    }
    at += length;
  }
  return line;
}

}  // namespace

SourceText::SourceText(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") text_.remove_prefix(3);
  if (text_.size() > kMaxBytes) return;
  for (std::string_view rest = text_;;) {
    const size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines_.push_back(line);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
}

Result<void> SourceText::CheckBytes() const {
  if (text_.size() > kMaxBytes) {
    return Invalid(file_ + ": larger than 1 MiB; no scenario needs that, split it");
  }
  int line = 0;
  size_t line_start = 0;
  for (size_t at = 0; at < text_.size();) {
    const Decoded decoded = DecodeAt(text_, at);
    const char32_t code = decoded.code;
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    if (decoded.length == 0 || control || code == 0x7F) {
      const TextPosition here = At(line, static_cast<int>(at - line_start));
      const int byte = static_cast<unsigned char>(text_[at]);
      const std::string_view what =
          decoded.length == 0 ? "is no UTF-8; save the file as UTF-8" : "is a control character";
      return Invalid(Format("{}: byte 0x{:02x} {}", here.ToString(), byte, what));
    }
    at += decoded.length;
    if (code == '\n') {
      ++line;
      line_start = at;
    }
  }
  return {};
}

std::string_view SourceText::Line(int line) const {
  const bool inside = line >= 0 && static_cast<size_t>(line) < lines_.size();
  return inside ? lines_[static_cast<size_t>(line)] : std::string_view();
}

TextPosition SourceText::At(int line, int byte) const {
  const int last = std::max(0, static_cast<int>(lines_.size()) - 1);
  line = std::clamp(line, 0, last);
  const std::string_view content = Line(line);
  const size_t end = static_cast<size_t>(std::max(0, byte));
  return {file_, line + 1, CharactersIn(content.substr(0, std::min(end, content.size()))) + 1};
}

TextPosition SourceText::Locate(const TextPosition& from, std::string_view needle) const {
  const std::string_view line = Line(from.line - 1);
  const size_t at = line.find(needle, ByteOf(line, from.column - 1));
  return at == std::string_view::npos ? from : At(from.line - 1, static_cast<int>(at));
}

Error SourceText::Wrong(const TextPosition& position, std::string_view message) const {
  std::string_view line = Line(position.line - 1);
  int column = std::max(1, position.column);
  std::string_view cut_before;
  if (column > kShownBefore) {
    const int cut = column - kShownBefore;
    line.remove_prefix(ByteOf(line, cut));
    column -= cut;
    cut_before = "...";
  }
  std::string_view cut_after;
  const size_t shown = ByteOf(line, column + kShownAfter);
  if (shown < line.size()) {
    line = line.substr(0, shown);
    cut_after = "...";
  }
  const std::string blanks = BlanksFor(line.substr(0, ByteOf(line, column - 1)));
  const std::string number = Format("{:>4}", position.line);
  const std::string margin(number.size(), ' ');
  return Invalid(Format("{}: {}\n{} | {}{}{}\n{} | {}{}^", position.ToString(), OneLine(message),
                        number, cut_before, line, cut_after, margin,
                        std::string(cut_before.size(), ' '), blanks));
}

}  // namespace paystorm
