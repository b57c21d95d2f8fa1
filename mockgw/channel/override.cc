#include "mockgw/channel/override.h"

#include <algorithm>
#include <charconv>

namespace paystorm::mockgw {
namespace {

// The member or element of that name, made where it can be; null where it cannot.
Json* Step(Json& at, const std::string& name) {
  if (at.is_array()) {
    size_t index = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), index);
    const bool number = read.ec == std::errc() && read.ptr == name.data() + name.size();
    return number && index < at.size() ? &at[index] : nullptr;
  }
  if (at.is_object() || at.is_null()) return &at[name];
  return nullptr;
}

}  // namespace

Result<Override> ParseOverride(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return Invalid("\"" + std::string(text) + "\" changes nothing; write amount.total=1");
  }
  return Override{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

void ApplyOverrides(const std::vector<Override>& overrides, Json& content) {
  for (const Override& one : overrides) {
    Json* at = &content;
    for (size_t begin = 0; at != nullptr && begin <= one.path.size();) {
      const size_t end = std::min(one.path.find('.', begin), one.path.size());
      at = Step(*at, one.path.substr(begin, end - begin));
      begin = end + 1;
    }
    if (at == nullptr) continue;
    auto value = ParseJson(one.value);
    *at = value ? *std::move(value) : Json(one.value);
  }
}

void ApplyOverrides(const std::vector<Override>& overrides,
                    std::vector<std::pair<std::string, std::string>>& fields) {
  for (const Override& one : overrides) {
    const auto found = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& field) { return field.first == one.path; });
    if (found == fields.end()) {
      fields.emplace_back(one.path, one.value);
    } else {
      found->second = one.value;
    }
  }
}

}  // namespace paystorm::mockgw
