#include "reports/text.h"

#include <algorithm>
#include <array>

#include "mockgw/base/format.h"

namespace paystorm::reports {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

struct Decoded {
  char32_t code = kReplacement;
  size_t length = 1;  // bytes; 1 for a byte that begins no character
  bool valid = false;
};

bool IsContinuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// The character at `at`. Overlong forms, surrogates and what is beyond U+10FFFF are not valid.
Decoded Decode(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80U) return {first, 1, true};
  size_t length = 0;
  char32_t code = 0;
  char32_t least = 0;
  if ((first & 0xE0U) == 0xC0U) {
    length = 2, code = first & 0x1FU, least = 0x80;
  } else if ((first & 0xF0U) == 0xE0U) {
    length = 3, code = first & 0x0FU, least = 0x800;
  } else if ((first & 0xF8U) == 0xF0U) {
    length = 4, code = first & 0x07U, least = 0x10000;
  } else {
    return {};
  }
  if (at + length > text.size()) return {};
  for (size_t i = 1; i < length; ++i) {
    if (!IsContinuation(byte(at + i))) return {};
    code = (code << 6U) | (byte(at + i) & 0x3FU);
  }
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length, true};
}

bool IsNonCharacter(char32_t code) {
  return (code & 0xFFFEU) == 0xFFFEU || (code >= 0xFDD0 && code <= 0xFDEF);
}

// C0, DEL and C1: a terminal would act on them.
bool IsControl(char32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

// Right-to-left overrides and the like would let a value dress up as another one.
bool IsDirectionControl(char32_t code) {
  return (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

struct Range {
  char32_t first, last;
};

constexpr std::array<Range, 15> kWide = {{{0x1100, 0x115F},
                                          {0x231A, 0x231B},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0x33FF},
                                          {0x3400, 0x4DBF},
                                          {0x4E00, 0x9FFF},
                                          {0xA000, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0xFFE0, 0xFFE6},
                                          {0x1F300, 0x1F64F},
                                          {0x1F900, 0x1F9FF},
                                          {0x20000, 0x3FFFD}}};

constexpr std::array<Range, 6> kZeroWidth = {{{0x0300, 0x036F},
                                              {0x200B, 0x200F},
                                              {0x20D0, 0x20FF},
                                              {0xFE00, 0xFE0F},
                                              {0xFE20, 0xFE2F},
                                              {0xFEFF, 0xFEFF}}};

template <size_t N>
bool In(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return code >= r.first && code <= r.last; });
}

int WidthOf(char32_t code) {
  if (In(kZeroWidth, code)) return 0;
  return In(kWide, code) ? 2 : 1;
}

}  // namespace

std::string CleanText(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const Decoded one = Decode(text, at);
    if (!one.valid || IsNonCharacter(one.code)) {
      clean += kReplacementUtf8;
    } else if (IsDirectionControl(one.code)) {
      clean += Format("\\u{:04X}", static_cast<uint32_t>(one.code));
    } else if (IsControl(one.code) && one.code != '\n' && one.code != '\t') {
      clean += Format("\\x{:02X}", static_cast<uint32_t>(one.code));
    } else {
      clean += text.substr(at, one.length);
    }
    at += one.length;
  }
  return clean;
}

std::string OneLine(std::string_view text) {
  std::string line = CleanText(text);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

std::string EscapeXml(std::string_view text) {
  std::string escaped;
  for (const char c : CleanText(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      case '\n':
        escaped += "&#10;";
        break;
      case '\t':
        escaped += "&#9;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

int DisplayWidth(std::string_view text) {
  int width = 0;
  for (size_t at = 0; at < text.size();) {
    const Decoded one = Decode(text, at);
    width += WidthOf(one.code);
    at += one.length;
  }
  return width;
}

std::string Truncate(std::string_view text, int width) {
  if (DisplayWidth(text) <= width) return std::string(text);
  int used = 0;
  size_t at = 0;
  while (at < text.size()) {
    const Decoded one = Decode(text, at);
    if (used + WidthOf(one.code) > width - 1) break;
    used += WidthOf(one.code);
    at += one.length;
  }
  return std::string(text.substr(0, at)) + "…";
}

std::string PadRight(std::string_view text, int width) {
  const int missing = std::max(0, width - DisplayWidth(text));
  return std::string(text) + std::string(static_cast<size_t>(missing), ' ');
}

std::string PadLeft(std::string_view text, int width) {
  const int missing = std::max(0, width - DisplayWidth(text));
  return std::string(static_cast<size_t>(missing), ' ') + std::string(text);
}

}  // namespace paystorm::reports
