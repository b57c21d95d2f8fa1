#ifndef PAYSTORM_REFERENCE_NOTIFY_JSON_BODY_H_
#define PAYSTORM_REFERENCE_NOTIFY_JSON_BODY_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace paystorm_reference {

inline constexpr int kMaxJsonDepth = 32;

// The JSON object that `text` is, or nullopt and one line in `*why`: no JSON, no UTF-8, no object,
// nested deeper than kMaxJsonDepth (seen before anything is parsed), or a key twice in one object.
std::optional<nlohmann::json> ParseObject(std::string_view text, std::string* why);

// The member `key` when it is a text, else nullopt.
std::optional<std::string> TextMember(const nlohmann::json& object, const char* key);

// The member `key` when it is a whole number that fits, else nullopt.
std::optional<int64_t> IntMember(const nlohmann::json& object, const char* key);

// The member `key` when it is an object, else null.
const nlohmann::json* ObjectMember(const nlohmann::json& object, const char* key);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_JSON_BODY_H_
