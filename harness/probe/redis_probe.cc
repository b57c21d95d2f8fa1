#include "harness/probe/probe.h"

namespace paystorm {
namespace {

constexpr char kStream[] = "payment_events";

Cell Field(const StreamEntry& entry, const std::string& name) {
  for (const auto& [key, value] : entry.fields) {
    if (key == name) return value;
  }
  return std::nullopt;
}

}  // namespace

void ReadEvents(const std::string& redis_address, Evidence& evidence) {
  auto connection = ConnectRedis(redis_address);
  if (!connection) {
    evidence.missing["events"] = connection.error().message;
    return;
  }
  auto entries = (*connection)->ReadStream(kStream);
  if (!entries) {
    evidence.missing["events"] = entries.error().message;
    return;
  }
  Table table;
  table.name = "events";
  table.source = std::string("stream ") + kStream;
  table.columns = {"event_key", "event_type", "order_no"};
  for (const StreamEntry& entry : *entries) {
    table.rows.push_back(
        {Field(entry, "event_key"), Field(entry, "event_type"), Field(entry, "order_no")});
  }
  evidence.tables["events"] = std::move(table);
}

}  // namespace paystorm
