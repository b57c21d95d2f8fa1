#include <algorithm>
#include <array>

#include "reports/console.h"
#include "reports/html.h"
#include "reports/json.h"
#include "reports/junit.h"
#include "reports/report.h"

namespace paystorm::reports {

std::vector<const Report*> AllReports() {
  static const ConsoleReport console;
  static const HtmlReport html;
  static const JsonReport json;
  static const JunitReport junit;
  // Sorted by name.
  return {&console, &html, &json, &junit};
}

const Report* FindReport(std::string_view name) {
  const std::vector<const Report*> all = AllReports();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Report* r) { return r->name() == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace paystorm::reports
