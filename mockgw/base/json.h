#ifndef PAYSTORM_MOCKGW_BASE_JSON_H_
#define PAYSTORM_MOCKGW_BASE_JSON_H_

// JSON values that keep the order of their keys, as gateways and reports do.
// The one header that includes nlohmann-json. Json itself is Thread-compatible.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mockgw/base/result.h"

namespace paystorm {

using Json = nlohmann::ordered_json;

// kInvalid with the byte position on a malformed text, kInvalid beyond 64 levels of nesting.
// Never throws.
Result<Json> ParseJson(std::string_view text);

// Compact, raw UTF-8. Bytes that are no UTF-8 become U+FFFD, so a report can always be written.
std::string DumpJson(const Json& value);
// The same, two blanks a level.
std::string DumpJsonIndented(const Json& value);

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_JSON_H_
