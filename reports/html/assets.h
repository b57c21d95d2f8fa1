#ifndef PAYSTORM_REPORTS_HTML_ASSETS_H_
#define PAYSTORM_REPORTS_HTML_ASSETS_H_

// The texts of reports/html/, put into the program when it is built (see embed.cmake), so that it
// needs no file beside itself. Live for ever.

#include <string_view>

namespace paystorm::reports::html_assets {

extern const std::string_view kPage;      // page.mustache
extern const std::string_view kScenario;  // scenario.mustache
extern const std::string_view kTable;     // table.mustache
extern const std::string_view kStyle;     // style.css

}  // namespace paystorm::reports::html_assets

#endif  // PAYSTORM_REPORTS_HTML_ASSETS_H_
