#include "harness/record/history.h"

#include <utility>

namespace paystorm {
namespace {

constexpr std::string_view kTime = "t_us";
constexpr std::string_view kGateway = "gateway_ms";
constexpr std::string_view kType = "type";

bool IsOwnKey(std::string_view key) { return key == kTime || key == kGateway || key == kType; }

}  // namespace

std::string ToNdjson(const Event& event) {
  Json line = Json::object();
  line[kTime] = event.time_us;
  line[kGateway] = event.gateway_ms;
  line[kType] = event.type;
  if (event.data.is_object()) {
    for (const auto& [key, value] : event.data.items()) {
      CHECK(!IsOwnKey(key)) << "an event's data may not use the key " << key;
      line[key] = value;
    }
  }
  return DumpJson(line);
}

Result<Event> EventFromNdjson(std::string_view line) {
  Result<Json> json = ParseJson(line);
  if (!json) return Invalid("history line is " + json.error().message);
  if (!json->is_object()) return Invalid("history line is no JSON object");
  for (const std::string_view key : {kTime, kGateway}) {
    const auto found = json->find(key);
    if (found == json->end() || !found->is_number_integer()) {
      return Invalid("history line: \"" + std::string(key) + "\" must be a whole number");
    }
  }
  const auto type = json->find(kType);
  if (type == json->end() || !type->is_string() || type->get_ref<const std::string&>().empty()) {
    return Invalid("history line: \"type\" must be a word");
  }
  Event event;
  event.time_us = json->at("t_us").get<int64_t>();
  event.gateway_ms = json->at("gateway_ms").get<int64_t>();
  event.type = type->get<std::string>();
  for (const auto& [key, value] : json->items()) {
    if (!IsOwnKey(key)) event.data[key] = value;
  }
  return event;
}

Result<std::vector<Event>> HistoryFromNdjson(std::string_view text) {
  std::vector<Event> events;
  int number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (line.empty()) continue;
    Result<Event> event = EventFromNdjson(line);
    if (!event) return Invalid("line " + std::to_string(number) + ": " + event.error().message);
    events.push_back(*std::move(event));
  }
  return events;
}

void History::Add(Event event) {
  events_.With([&](std::vector<Event>& events) { events.push_back(std::move(event)); });
}

std::vector<Event> History::Snapshot() const {
  return events_.With([](const std::vector<Event>& events) { return events; });
}

size_t History::size() const {
  return events_.With([](const std::vector<Event>& events) { return events.size(); });
}

}  // namespace paystorm
