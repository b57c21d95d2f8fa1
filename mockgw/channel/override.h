#ifndef PAYSTORM_MOCKGW_CHANNEL_OVERRIDE_H_
#define PAYSTORM_MOCKGW_CHANNEL_OVERRIDE_H_

// Changes that a person makes by hand to what a channel would say, before it is sealed and signed:
// `amount.total=1`. Pure.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mockgw/base/json.h"
#include "mockgw/base/result.h"
#include "mockgw/channel/notification.h"

namespace paystorm::mockgw {

// "path=value"; kInvalid when there is no = or nothing before it.
Result<Override> ParseOverride(std::string_view text);

// The path's names are parted by dots, a whole number is an index into a list. What is not there
// yet is added. The value is JSON where it is such, else a text. A path that leads into a text or
// beyond a list's end changes nothing.
void ApplyOverrides(const std::vector<Override>& overrides, Json& content);

// Name and value: the first field of that name, else a new one at the end.
void ApplyOverrides(const std::vector<Override>& overrides,
                    std::vector<std::pair<std::string, std::string>>& fields);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_OVERRIDE_H_
