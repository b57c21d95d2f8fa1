#ifndef PAYSTORM_REPORTS_CONSOLE_H_
#define PAYSTORM_REPORTS_CONSOLE_H_

// for the terminal; see RenderConsole in report.h. This is the plain text, 100 columns wide.
// Immutable; may be used from many threads at once.

#include "reports/report.h"

namespace paystorm::reports {

class ConsoleReport final : public Report {
 public:
  std::string_view name() const override { return "console"; }
  std::string_view file_name() const override { return ""; }
  std::string Render(const RunRecord& record) const override;
};

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_CONSOLE_H_
