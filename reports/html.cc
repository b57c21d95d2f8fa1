#include "reports/html.h"

#include "mockgw/base/check.h"
#include "reports/html/assets.h"
#include "reports/html/view.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

namespace mustache = kainjow::mustache;

mustache::partial PartialOf(std::string_view text) {
  return mustache::partial([text] { return std::string(text); });
}

}  // namespace

std::string HtmlReport::Render(const RunRecord& record) const {
  Data view = RunView(record);
  view.set("style", std::string(html_assets::kStyle));
  view.set("scenario", Data(PartialOf(html_assets::kScenario)));
  view.set("table", Data(PartialOf(html_assets::kTable)));
  mustache::mustache page{std::string(html_assets::kPage)};
  page.set_custom_escape([](const std::string& text) { return EscapeXml(text); });
  CHECK(page.is_valid()) << "the page's template: " << page.error_message();
  std::string html = page.render(view);
  CHECK(page.is_valid()) << "a template of the page: " << page.error_message();
  return html;
}

}  // namespace paystorm::reports
