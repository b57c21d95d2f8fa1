#include "harness/probe/probe.h"
#include "mockgw/base/json.h"

namespace paystorm {
namespace {

Cell Text(const Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end() || found->is_null()) return std::nullopt;
  return found->is_string() ? found->get<std::string>() : DumpJson(*found);
}

}  // namespace

void ReadLog(const std::string& instance, const std::vector<std::string>& lines,
             Evidence& evidence) {
  Table& table = evidence.tables["subject_log"];
  if (table.columns.empty()) {
    table.name = "subject_log";
    table.source = "the subject's log, its JSON lines";
    table.columns = {"instance", "level", "message", "channel", "notify_id", "order_no", "layer"};
  }
  for (const std::string& text : lines) {
    const auto line = ParseJson(text);
    if (!line || !line->is_object()) continue;
    Cell named = Text(*line, "instance");
    table.rows.push_back({named ? named : Cell(instance), Text(*line, "level"), Text(*line, "msg"),
                          Text(*line, "channel"), Text(*line, "notify_id"), Text(*line, "order_no"),
                          Text(*line, "layer")});
  }
}

}  // namespace paystorm
