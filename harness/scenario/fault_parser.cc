#include "harness/scenario/fault_parser.h"

#include <algorithm>

#include "harness/scenario/values.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

const KeyTable& TableOf(std::string_view kind) {
  if (kind == keys::kRejectWrites.name) return keys::kRejectWrites;
  if (kind == keys::kHoldOrder.name) return keys::kHoldOrder;
  if (kind == keys::kKillSubject.name) return keys::kKillSubject;
  return keys::kAttempts;
}

void ReadAttempts(const MapReader& map, Problems& problems, FaultSpec& fault) {
  const YamlNode* node = map.Find("attempts");
  if (node == nullptr) return;
  const auto range =
      node->kind == YamlNode::Kind::kScalar ? ParseAttempts(node->text) : std::nullopt;
  if (!range) {
    problems.Add(node->position,
                 "\"attempts\" needs one attempt or a range of them, 1 to 1000, "
                 "as in 2 or 1-3");
    return;
  }
  fault.first_attempt = range->first;
  fault.last_attempt = range->last;
}

void ReadOwnKeys(const MapReader& map, int instances, Problems& problems, FaultSpec& fault) {
  if (map.Has("table")) {
    fault.table = map.Text("table", "");
    if (!fault.table.empty() && !IsTableName(fault.table)) {
      map.Wrong("table", "\"table\" needs the name of a table");
    }
  }
  fault.order = map.Text("order", "");
  fault.hold_for = map.Duration("for", milliseconds(0), milliseconds(60000), milliseconds(0));
  if (fault.kind != keys::kKillSubject.name) return;
  if (instances == 0) {
    problems.Add(fault.position,
                 "a subject given by its url cannot be killed; only the reference "
                 "is started by paystorm");
    return;
  }
  fault.instance = static_cast<int>(map.Integer("instance", 1, instances, 1)) - 1;
}

}  // namespace

FaultSpec ParseFault(const YamlNode& node, const std::vector<std::string>& known, int instances,
                     bool redis_absent, Problems& problems) {
  FaultSpec fault;
  fault.position = node.position;
  if (node.kind != YamlNode::Kind::kMap || node.keys.size() != 1) {
    problems.Add(node.position, Format("a fault is one name with its keys, as in \"redis_down: "
                                       "{{attempts: 1-2}}\""));
    return fault;
  }
  fault.kind = node.keys[0].text;
  fault.position = node.keys[0].position;
  if (std::find(known.begin(), known.end(), fault.kind) == known.end()) {
    problems.Add(fault.position,
                 Format("unknown fault \"{}\"{}", fault.kind, Suggestion(fault.kind, known)));
    return fault;
  }
  if (redis_absent && fault.kind.substr(0, 6) == "redis_") {
    problems.Add(fault.position, "this fault can never come: \"given\" says that Redis is absent");
  }
  const MapReader map(node.items[0], TableOf(fault.kind), fault.kind, problems);
  if (node.items[0].kind != YamlNode::Kind::kMap) return fault;
  ReadAttempts(map, problems, fault);
  ReadOwnKeys(map, instances, problems, fault);
  return fault;
}

}  // namespace paystorm
