#ifndef PAYSTORM_REPORTS_JSON_H_
#define PAYSTORM_REPORTS_JSON_H_

// the record itself, indented, as reports/schema/run.v1.schema.json describes it.
// Immutable; may be used from many threads at once.

#include "reports/report.h"

namespace paystorm::reports {

class JsonReport final : public Report {
 public:
  std::string_view name() const override { return "json"; }
  std::string_view file_name() const override { return "record.json"; }
  std::string Render(const RunRecord& record) const override;
};

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_JSON_H_
