#ifndef PAYSTORM_HARNESS_SCENARIO_VALUES_H_
#define PAYSTORM_HARNESS_SCENARIO_VALUES_H_

// How single values are spelled in a scenario, and what to say about a word nobody knows.
// Pure; Thread-safe.

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paystorm {

// Decimal digits with an optional minus; nothing when it is none or does not fit.
std::optional<int64_t> ParseInteger(std::string_view text);

// "250ms", "5s", "3m", "24h": digits and one unit; nothing else, and nothing beyond a year.
std::optional<std::chrono::milliseconds> ParseDuration(std::string_view text);
// The same spelling back, in the largest unit that loses nothing: 90s, 2m, 0ms.
std::string FormatDuration(std::chrono::milliseconds duration);

struct AttemptRange {
  int first = 1;
  int last = 1;
};
// "3" or "1-3", each 1-1000, the first not after the last.
std::optional<AttemptRange> ParseAttempts(std::string_view text);

// [a-z][a-z0-9_-]*, at most 40 characters.
bool IsLabel(std::string_view text);
// [a-z0-9-]+, at most 64 characters.
bool IsScenarioName(std::string_view text);
// [A-Za-z_][A-Za-z0-9_]*, at most 64 characters.
bool IsTableName(std::string_view text);
// [A-Z]{3}
bool IsCurrency(std::string_view text);

// Insertions, deletions, replacements and swaps of neighbours that make `a` into `b`.
size_t EditDistance(std::string_view a, std::string_view b);

// What to append to "unknown x": `, did you mean "y"?` when a known word is near, else
// `; known here: a, b, c` (at most 20), else nothing.
std::string Suggestion(std::string_view word, std::span<const std::string_view> known);
std::string Suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_VALUES_H_
