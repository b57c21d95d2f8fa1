#ifndef PAYSTORM_HARNESS_PLAN_PLACEHOLDERS_H_
#define PAYSTORM_HARNESS_PLAN_PLACEHOLDERS_H_

// `{{name}}` in a text, replaced by what a wave of the plan knows under that name. Pure.

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "mockgw/base/result.h"
#include "mockgw/base/text_position.h"

namespace paystorm {

using PlaceholderValues = std::map<std::string, std::string>;

// Blanks inside the braces do not matter. kInvalid, with `position`, for an unknown name (with the
// nearest known one) and for "{{" without its "}}".
Result<std::string> ReplacePlaceholders(std::string_view text, const PlaceholderValues& values,
                                        const TextPosition& position);

// The names among "order", "order2", "order3", ... "order999" that `text` holds.
std::set<std::string> OrderPlaceholders(std::string_view text);

// The same as a message that starts with the position.
Error InvalidAt(const TextPosition& position, std::string_view message);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PLAN_PLACEHOLDERS_H_
