#include "reports/json.h"

#include <algorithm>

#include "mockgw/base/json.h"

namespace paystorm::reports {
namespace {

bool IsFlat(const Json& value) {
  return value.empty() ||
         (value.is_array() && std::none_of(value.begin(), value.end(),
                                           [](const Json& v) { return v.is_structured(); }));
}

// Two blanks a level, but a list of plain values on one line: a row of a table is a line.
void Write(const Json& value, const std::string& indent, std::string& out) {
  if (!value.is_structured() || IsFlat(value)) {
    out += DumpJson(value);
    return;
  }
  const bool object = value.is_object();
  const std::string inner = indent + "  ";
  out += object ? '{' : '[';
  bool first = true;
  for (const auto& item : value.items()) {
    out += first ? "\n" : ",\n";
    first = false;
    out += inner;
    if (object) out += DumpJson(Json(item.key())) + ": ";
    Write(item.value(), inner, out);
  }
  out += '\n' + indent + (object ? '}' : ']');
}

}  // namespace

std::string JsonReport::Render(const RunRecord& record) const {
  std::string out;
  Write(ToJson(record), "", out);
  out += '\n';
  return out;
}

}  // namespace paystorm::reports
