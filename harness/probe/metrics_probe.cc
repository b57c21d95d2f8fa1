#include <cstdlib>

#include "harness/probe/probe.h"

namespace paystorm {

std::map<std::string, double, std::less<>> ParseMetrics(std::string_view text) {
  std::map<std::string, double, std::less<>> values;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string line(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line[0] == '#') continue;
    // A label's value may hold blanks; the sample's value stands behind the closing brace.
    const size_t brace = line.rfind('}');
    const size_t blank = line.find(' ', brace == std::string::npos ? 0 : brace);
    if (blank == std::string::npos) continue;
    char* stop = nullptr;
    const double value = std::strtod(line.c_str() + blank, &stop);
    if (stop == line.c_str() + blank) continue;
    values[line.substr(0, blank)] += value;
  }
  return values;
}

}  // namespace paystorm
