#include "harness/plan/placeholders.h"

#include <functional>
#include <vector>

#include "harness/scenario/values.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr std::string_view kOrderWord = "order";

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Calls `plain` for what stands between placeholders and `name` for each name, in order; false
// when a "{{" has no "}}". Stops as soon as `name` returns false.
bool Walk(std::string_view text, const std::function<void(std::string_view)>& plain,
          const std::function<bool(std::string_view)>& name) {
  for (;;) {
    const size_t open = text.find("{{");
    plain(text.substr(0, open));
    if (open == std::string_view::npos) return true;
    const size_t close = text.find("}}", open);
    if (close == std::string_view::npos) return false;
    if (!name(Trimmed(text.substr(open + 2, close - open - 2)))) return true;
    text.remove_prefix(close + 2);
  }
}

bool IsOrderName(std::string_view name) {
  if (name == kOrderWord) return true;
  if (name.substr(0, kOrderWord.size()) != kOrderWord) return false;
  const std::string_view digits = name.substr(kOrderWord.size());
  const auto number = ParseInteger(digits);
  return number && digits[0] != '0' && *number >= 2 && *number <= 999;
}

}  // namespace

Error InvalidAt(const TextPosition& position, std::string_view message) {
  return Invalid(Format("{}: {}", position.ToString(), message));
}

Result<std::string> ReplacePlaceholders(std::string_view text, const PlaceholderValues& values,
                                        const TextPosition& position) {
  std::string replaced;
  std::string unknown;
  bool failed = false;
  const bool closed = Walk(
      text, [&](std::string_view plain) { replaced += plain; },
      [&](std::string_view name) {
        const auto found = values.find(std::string(name));
        if (found == values.end()) {
          failed = true;
          unknown = name;
          return false;
        }
        replaced += found->second;
        return true;
      });
  if (!closed) return InvalidAt(position, "\"{{\" without its \"}}\"");
  if (!failed) return replaced;
  std::vector<std::string> known;
  known.reserve(values.size());
  for (const auto& [name, value] : values) known.push_back(name);
  return InvalidAt(position, Format("unknown placeholder \"{{{{{}}}}}\"{}", unknown,
                                    Suggestion(unknown, known)));
}

std::set<std::string> OrderPlaceholders(std::string_view text) {
  std::set<std::string> names;
  Walk(
      text, [](std::string_view) {},
      [&](std::string_view name) {
        if (IsOrderName(name)) names.emplace(name);
        return true;
      });
  return names;
}

}  // namespace paystorm
