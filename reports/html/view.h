#ifndef PAYSTORM_REPORTS_HTML_VIEW_H_
#define PAYSTORM_REPORTS_HTML_VIEW_H_

// The record as the values that page.mustache and scenario.mustache name. Every key that a template
// asks for is set on every level: mustache would else take the outer level's. Pure.

#include <kainjow/mustache.hpp>
#include <string_view>

#include "harness/record/run_record.h"

namespace paystorm::reports {

using Data = kainjow::mustache::data;

// Key `name`, and `has_<name>`: a template cannot ask whether a text is empty.
void SetText(Data& data, const std::string& name, const std::string& text);
void SetList(Data& data, const std::string& name, const Data& list);

Data RunView(const RunRecord& record);
// `id` is unique in the page and fit for an attribute.
Data ScenarioView(const ScenarioRecord& scenario, const std::string& id, bool open);
// At most `most_rows` rows.
Data TableView(const Table& table, size_t most_rows);

// Class and sign of a verdict: "holds", "✓".
Data VerdictView(Verdict verdict, std::string_view phrase);

}  // namespace paystorm::reports

#endif  // PAYSTORM_REPORTS_HTML_VIEW_H_
