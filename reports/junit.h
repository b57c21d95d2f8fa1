#ifndef PAYSTORM_REPORTS_JUNIT_H_
#define PAYSTORM_REPORTS_JUNIT_H_

// JUnit XML, as reports/schema/junit.xsd describes it.
// Immutable; may be used from many threads at once.

#include "reports/report.h"

namespace paystorm::reports {

class JunitReport final : public Report {
 public:
  std::string_view name() const override { return "junit"; }
  std::string_view file_name() const override { return "junit.xml"; }
  std::string Render(const RunRecord& record) const override;
};

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_JUNIT_H_
