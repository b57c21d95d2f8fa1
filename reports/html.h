#ifndef PAYSTORM_REPORTS_HTML_H_
#define PAYSTORM_REPORTS_HTML_H_

// one page, complete in itself: no network, no JavaScript, light and dark, fit to be printed.
// Immutable; may be used from many threads at once.

#include "reports/report.h"

namespace paystorm::reports {

class HtmlReport final : public Report {
 public:
  std::string_view name() const override { return "html"; }
  std::string_view file_name() const override { return "report.html"; }
  std::string Render(const RunRecord& record) const override;
};

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_HTML_H_
