#ifndef PAYSTORM_REPORTS_HTML_SVG_H_
#define PAYSTORM_REPORTS_HTML_SVG_H_

// The drawings of the HTML report as inline SVG. Colours and patterns come from style.css and from
// the patterns in page.mustache, so that one drawing serves light, dark and paper; what colour
// says, shape, pattern or a word says too. Each drawing has a title and a description. Pure.

#include <string>
#include <vector>

#include "harness/record/run_record.h"
#include "reports/timeline.h"

namespace paystorm::reports {

// Columns and lanes as in timeline.h. Empty when there are no columns. `id` makes the ids in the
// page unique; it must be fit for an attribute.
std::string TimelineSvg(const Timeline& timeline, const std::string& id);

// One wave as a bar of 100 %: what took effect, and what was turned away by which layer, as the
// subject's counters say; by acknowledgement when it has none.
std::string SplitBarSvg(const StormStats& storm, const std::string& id);

// How many answers came when: from the first start to the last end, by acknowledgement. Empty when
// there are no deliveries.
std::string AnswersSvg(const std::vector<const mockgw::Delivery*>& deliveries,
                       const std::string& id);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_HTML_SVG_H_
