#include "mockgw/base/json.h"

namespace paystorm {
namespace {

constexpr int kMaxDepth = 64;

// The parser recurses, so a hostile text must be refused before it is parsed.
bool TooDeep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace

Result<Json> ParseJson(std::string_view text) {
  if (TooDeep(text)) return Invalid("JSON is nested deeper than 64 levels");
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& e) {
    return Invalid("not JSON at byte " + std::to_string(e.byte));
  } catch (const std::exception&) {
    return Invalid("not JSON");
  }
}

std::string DumpJson(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string DumpJsonIndented(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace paystorm
