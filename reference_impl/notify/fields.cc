#include "notify/fields.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace paystorm_reference {
namespace {

constexpr size_t kMaxIdBytes = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

std::optional<std::string> Decoded(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = HexValue(text[i + 1]);
    const int low = HexValue(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool IsNameCharacter(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
         c == '.';
}

// Goes through a document of one level from front to back.
class FlatXml final {
 public:
  explicit FlatXml(std::string_view text) : rest_(text) {}

  std::optional<Fields> Read(std::string_view root) {
    SkipBlanks();
    if (rest_.starts_with("<?xml")) {
      const size_t end = rest_.find("?>");
      if (end == std::string_view::npos) return std::nullopt;
      rest_.remove_prefix(end + 2);
      SkipBlanks();
    }
    if (!Take("<") || !Take(root) || !Take(">")) return std::nullopt;
    Fields fields;
    while (true) {
      SkipBlanks();
      if (Take("</")) break;
      const auto name = Open();
      const auto value = name ? Value(*name) : std::nullopt;
      if (!value || fields.size() == kMaxFields) return std::nullopt;
      if (!fields.emplace(*name, *value).second) return std::nullopt;
    }
    if (!Take(root) || !Take(">")) return std::nullopt;
    SkipBlanks();
    if (!rest_.empty()) return std::nullopt;
    return fields;
  }

 private:
  void SkipBlanks() {
    const size_t at = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  }
  bool Take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  std::optional<std::string> Open() {
    if (!Take("<")) return std::nullopt;
    size_t size = 0;
    while (size < rest_.size() && IsNameCharacter(rest_[size])) ++size;
    std::string name(rest_.substr(0, size));
    rest_.remove_prefix(size);
    if (name.empty() || !Take(">")) return std::nullopt;
    return name;
  }
  // Up to the closing tag.
  std::optional<std::string> Value(const std::string& name) {
    std::string value;
    while (!Take("</")) {
      if (rest_.empty()) return std::nullopt;
      if (Take("<![CDATA[")) {
        const size_t end = rest_.find("]]>");
        if (end == std::string_view::npos) return std::nullopt;
        value += rest_.substr(0, end);
        rest_.remove_prefix(end + 3);
      } else if (rest_.front() == '<') {
        return std::nullopt;
      } else if (rest_.front() == '&') {
        if (!Entity(value)) return std::nullopt;
      } else {
        value += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    if (!Take(name) || !Take(">")) return std::nullopt;
    return value;
  }
  bool Entity(std::string& value) {
    constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    for (const auto& [name, character] : kEntities) {
      if (!Take(name)) continue;
      value += character;
      return true;
    }
    return false;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<Fields> ParseForm(std::string_view body, std::string* why) {
  Fields fields;
  while (!body.empty()) {
    const std::string_view pair = body.substr(0, body.find('&'));
    body.remove_prefix(std::min(body.size(), pair.size() + 1));
    const size_t equals = pair.find('=');
    const auto name = Decoded(pair.substr(0, equals));
    const auto value =
        equals == std::string_view::npos ? std::nullopt : Decoded(pair.substr(equals + 1));
    if (!name || !value || name->empty()) {
      *why = "the body is no form";
      return std::nullopt;
    }
    if (fields.size() == kMaxFields) {
      *why = "too many fields";
      return std::nullopt;
    }
    if (!fields.emplace(*name, *value).second) {
      *why = "a field stands there twice";
      return std::nullopt;
    }
  }
  return fields;
}

std::optional<Fields> ParseFlatXml(std::string_view text, std::string_view root, std::string* why) {
  auto fields = FlatXml(text).Read(root);
  if (!fields) *why = "no flat XML document <" + std::string(root) + ">";
  return fields;
}

std::string_view FieldOf(const Fields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view() : std::string_view(found->second);
}

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kMaxIdBytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

std::optional<int64_t> PositiveNumber(std::string_view text) {
  int64_t value = 0;
  if (text.empty() || !std::all_of(text.begin(), text.end(), IsDigit)) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) return std::nullopt;
  return value;
}

std::optional<int64_t> YuanToMinor(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 3 != text.size() || dot > 15) {
    return std::nullopt;
  }
  std::string digits(text.substr(0, dot));
  digits += text.substr(dot + 1);
  int64_t value = 0;
  if (!std::all_of(digits.begin(), digits.end(), IsDigit)) return std::nullopt;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::string FieldReader::Id(std::string_view name) {
  const std::string_view value = FieldOf(fields_, name);
  if (IsId(value)) return std::string(value);
  Complain(name);
  return "";
}

int64_t FieldReader::Positive(std::string_view name) {
  const auto value = PositiveNumber(FieldOf(fields_, name));
  if (value) return *value;
  Complain(name);
  return 0;
}

int64_t FieldReader::Yuan(std::string_view name) {
  const auto value = YuanToMinor(FieldOf(fields_, name));
  if (value && *value > 0) return *value;
  Complain(name);
  return 0;
}

void FieldReader::Complain(std::string_view name) {
  if (problem_.empty()) problem_ = "missing or malformed: " + std::string(name);
}

}  // namespace paystorm_reference
