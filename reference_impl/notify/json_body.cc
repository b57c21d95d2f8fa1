#include "notify/json_body.h"

#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace paystorm_reference {
namespace {

bool IsTooDeep(std::string_view text) {
  int depth = 0;
  bool in_text = false;
  bool escaped = false;
  for (const char c : text) {
    if (in_text) {
      if (escaped) {
        escaped = false;
      } else if (c == '\\') {
        escaped = true;
      } else if (c == '"') {
        in_text = false;
      }
    } else if (c == '"') {
      in_text = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxJsonDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

}  // namespace

std::optional<nlohmann::json> ParseObject(std::string_view text, std::string* why) {
  if (IsTooDeep(text)) {
    *why = "the JSON is nested too deeply";
    return std::nullopt;
  }
  bool key_twice = false;
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int /*depth*/, nlohmann::json::parse_event_t event,
                         nlohmann::json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start) {
      keys.emplace_back();
    } else if (event == Event::object_end) {
      keys.pop_back();
    } else if (event == Event::key) {
      key_twice |= !keys.back().insert(parsed.get<std::string>()).second;
    }
    return true;
  };
  nlohmann::json value = nlohmann::json::parse(text.begin(), text.end(), watch, false);
  if (value.is_discarded()) {
    *why = "the body is no JSON in UTF-8";
  } else if (!value.is_object()) {
    *why = "the body is no JSON object";
  } else if (key_twice) {
    *why = "a key stands twice in one object";
  } else {
    return value;
  }
  return std::nullopt;
}

std::optional<std::string> TextMember(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

std::optional<int64_t> IntMember(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned() &&
      found->get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return std::nullopt;
  }
  return found->get<int64_t>();
}

const nlohmann::json* ObjectMember(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || !found->is_object() ? nullptr : &*found;
}

}  // namespace paystorm_reference
