#include "harness/scenario/values.h"

#include <algorithm>
#include <charconv>

namespace paystorm {
namespace {

using std::chrono::milliseconds;

constexpr int64_t kMostMs = 365LL * 24 * 3600 * 1000;
constexpr size_t kMostListed = 20;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

struct Unit {
  std::string_view name;
  int64_t ms;
};
constexpr Unit kUnits[] = {{"h", 3600000}, {"m", 60000}, {"s", 1000}, {"ms", 1}};

}  // namespace

std::optional<int64_t> ParseInteger(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<milliseconds> ParseDuration(std::string_view text) {
  const auto unit_at = std::find_if_not(text.begin(), text.end(), IsDigit);
  const size_t digits = static_cast<size_t>(unit_at - text.begin());
  const std::optional<int64_t> count = ParseInteger(text.substr(0, digits));
  if (!count) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (text.substr(digits) != unit.name) continue;
    if (*count > kMostMs / unit.ms) return std::nullopt;
    return milliseconds(*count * unit.ms);
  }
  return std::nullopt;
}

std::string FormatDuration(milliseconds duration) {
  for (const Unit& unit : kUnits) {
    if (duration.count() % unit.ms == 0 && duration.count() >= unit.ms) {
      return std::to_string(duration.count() / unit.ms).append(unit.name);
    }
  }
  return "0ms";
}

std::optional<AttemptRange> ParseAttempts(std::string_view text) {
  const size_t dash = text.find('-');
  const auto first = ParseInteger(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : ParseInteger(text.substr(dash + 1));
  if (!first || !last || *first < 1 || *last < *first || *last > 1000) return std::nullopt;
  return AttemptRange{static_cast<int>(*first), static_cast<int>(*last)};
}

bool IsLabel(std::string_view text) {
  return !text.empty() && text.size() <= 40 && IsLower(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || IsDigit(c) || c == '_' || c == '-'; });
}

bool IsScenarioName(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return IsLower(c) || IsDigit(c) || c == '-';
  });
}

bool IsTableName(std::string_view text) {
  return !text.empty() && text.size() <= 64 && !IsDigit(text[0]) &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '_'; });
}

bool IsCurrency(std::string_view text) {
  return text.size() == 3 && std::all_of(text.begin(), text.end(), IsUpper);
}

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> cost(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

std::string Suggestion(std::string_view word, std::span<const std::string_view> known) {
  std::string_view nearest;
  size_t least = std::min<size_t>(3, std::max<size_t>(1, (word.size() + 1) / 3)) + 1;
  for (const std::string_view candidate : known) {
    // The lengths alone bound the distance from below, so a huge word costs nothing.
    const size_t gap =
        std::max(word.size(), candidate.size()) - std::min(word.size(), candidate.size());
    if (gap >= least) continue;
    const size_t distance = EditDistance(word, candidate);
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  if (!nearest.empty()) return std::string(", did you mean \"").append(nearest).append("\"?");
  if (known.empty() || known.size() > kMostListed) return "";
  std::string list = "; known here: ";
  for (size_t i = 0; i < known.size(); ++i) {
    if (i > 0) list += ", ";
    list += known[i];
  }
  return list;
}

std::string Suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  return Suggestion(word, std::span<const std::string_view>(views));
}

}  // namespace paystorm
