#include "harness/scenario/parser.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "harness/scenario/map_reader.h"
#include "harness/scenario/step_parser.h"
#include "harness/scenario/values.h"
#include "harness/scenario/yaml_tree.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr int kVersion = 1;
constexpr int kMaxInstances = 8;
constexpr int64_t kMostMinor = 1000000000000;

const std::vector<std::string> kLayers = {"signature", "lock", "notify_log", "state_machine"};
const std::vector<std::string> kOrderStates = {"pending",   "paid",      "shipped",   "received",
                                               "completed", "cancelled", "refunding", "refunded"};

void CheckVersion(const MapReader& map) {
  const YamlNode* node = map.Find("version");
  if (node == nullptr) return;
  const bool known = node->kind == YamlNode::Kind::kScalar && !node->quoted && node->text == "1";
  if (!known) map.Wrong("version", Format("\"version\" is {}; no other is known here", kVersion));
}

ReferenceSubject ParseReference(const YamlNode& node, Problems& problems) {
  ReferenceSubject reference;
  const MapReader map(node, keys::kReference, "a reference", problems);
  reference.instances =
      static_cast<int>(map.Integer("instances", 1, kMaxInstances, reference.instances));
  reference.defect = map.Text("defect", "");
  if (!reference.defect.empty() && !IsScenarioName(reference.defect)) {
    map.Wrong("defect", "a defect is small letters, digits and -, as in check-then-act");
  }
  for (const YamlNode* layer : map.List("disable_layers")) {
    const std::string word = ReadWord(*layer, "layer", kLayers, problems);
    auto& layers = reference.disable_layers;
    if (std::find(layers.begin(), layers.end(), word) != layers.end()) {
      problems.Add(layer->position, Format("layer \"{}\" stands here twice", word));
    }
    layers.push_back(word);
  }
  const milliseconds least(50);
  reference.lock_ttl = map.Duration("lock_ttl", least, hours(24), reference.lock_ttl);
  reference.claim_lease = map.Duration("claim_lease", least, hours(24), reference.claim_lease);
  return reference;
}

std::string ParseUrl(const YamlNode& node, Problems& problems) {
  std::string url = ReadText(node, "\"url\"", problems);
  if (url.empty()) return url;
  const bool scheme = url.substr(0, 7) == "http://" || url.substr(0, 8) == "https://";
  const bool host = scheme && url.find_first_not_of('/', url.find(':') + 1) != std::string::npos;
  if (!host || url.find_first_of(" \t\n") != std::string::npos) {
    problems.Add(node.position,
                 "a url begins with http:// and a host, as in http://127.0.0.1:8080");
  }
  while (url.back() == '/') url.pop_back();
  return url;
}

UrlSubject ParseUrls(const YamlNode& node, Problems& problems) {
  UrlSubject subject;
  if (node.kind != YamlNode::Kind::kSequence) {
    subject.urls.push_back(ParseUrl(node, problems));
    return subject;
  }
  if (node.items.empty() || node.items.size() > kMaxInstances) {
    problems.Add(node.position, Format("\"url\" needs 1 to {} addresses", kMaxInstances));
  }
  for (const YamlNode& item : node.items) subject.urls.push_back(ParseUrl(item, problems));
  return subject;
}

SubjectSpec ParseSubject(const MapReader& root, Problems& problems) {
  SubjectSpec subject;
  const YamlNode* node = root.Find("subject");
  if (node == nullptr) return subject;
  subject.position = root.KeyPosition("subject");
  const MapReader map(*node, keys::kSubject, "a subject", problems);
  const YamlNode* reference = map.Find("reference");
  const YamlNode* url = map.Find("url");
  if ((reference == nullptr) == (url == nullptr)) {
    problems.Add(node->position, "a subject needs either \"reference\" or \"url\"");
  } else if (reference != nullptr) {
    subject.kind = ParseReference(*reference, problems);
  } else {
    subject.kind = ParseUrls(*url, problems);
  }
  return subject;
}

GivenOrder ParseOrder(const YamlNode& node, Problems& problems) {
  GivenOrder order;
  order.position = node.position;
  const MapReader map(node, keys::kOrder, "an order", problems);
  order.order_no = map.Text("order_no", "");
  order.amount_minor = map.Integer("amount_minor", 1, kMostMinor, 0);
  order.currency = map.Text("currency", order.currency);
  if (!IsCurrency(order.currency)) {
    map.Wrong("currency", "a currency is three capital letters, as in CNY");
  }
  order.status = map.Word("status", "status", kOrderStates, order.status);
  return order;
}

void ParseGiven(const MapReader& root, Problems& problems, Scenario& scenario) {
  const YamlNode* node = root.Find("given");
  if (node == nullptr) return;
  const MapReader map(*node, keys::kGiven, "\"given\"", problems);
  for (const YamlNode* order : map.List("orders")) {
    scenario.orders.push_back(ParseOrder(*order, problems));
    for (size_t i = 0; i + 1 < scenario.orders.size(); ++i) {
      if (scenario.orders[i].order_no != scenario.orders.back().order_no) continue;
      problems.Add(order->position,
                   Format("order \"{}\" is given twice, first on line {}",
                          scenario.orders[i].order_no, scenario.orders[i].position.line));
    }
  }
  scenario.redis_absent =
      map.Word("redis", "state of Redis", {"present", "absent"}, "present") == "absent";
}

bool ReadsOnly(std::string_view statement) {
  const size_t start = statement.find_first_not_of(" \t\r\n");
  std::string word;
  for (const char c : statement.substr(std::min(start, statement.size())).substr(0, 6)) {
    word += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return word == "SELECT" || word.substr(0, 4) == "WITH";
}

CheckSpec ParseCheck(const YamlNode& node, const Vocabulary& vocabulary, Problems& problems) {
  if (node.kind != YamlNode::Kind::kMap) {
    return NamedCheck{ReadWord(node, "check", vocabulary.checks, problems), node.position};
  }
  SqlCheck check;
  const MapReader map(node, keys::kSql, "a check by SQL", problems);
  check.position = map.KeyPosition("sql");
  check.statement = map.Text("sql", "");
  if (!check.statement.empty() && !ReadsOnly(check.statement)) {
    map.Wrong("sql", "a check only reads: the statement begins with SELECT or WITH");
  }
  const YamlNode* equals = map.Find("equals");
  if (equals != nullptr && equals->kind != YamlNode::Kind::kScalar) {
    map.Wrong("equals", Format("\"equals\" needs one value, not {}", equals->KindWord()));
  } else if (equals != nullptr) {
    check.equals = equals->text;
  }
  return check;
}

void ParseChecks(const MapReader& root, const Vocabulary& vocabulary, Problems& problems,
                 Scenario& scenario) {
  std::set<std::string> named;
  for (const YamlNode* node : root.List("check")) {
    scenario.checks.push_back(ParseCheck(*node, vocabulary, problems));
    const auto* check = std::get_if<NamedCheck>(&scenario.checks.back());
    if (check != nullptr && !named.insert(check->name).second) {
      problems.Add(check->position, Format("check \"{}\" stands here twice", check->name));
    }
    if (check == nullptr) named.insert("sql");
  }
  std::set<std::pair<std::string, std::string>> expected;
  for (const YamlNode* node : root.List("expect")) {
    const MapReader map(*node, keys::kExpect, "an expected finding", problems);
    ExpectedFinding finding{map.Text("check", ""), map.Text("reason", ""), node->position};
    if (map.Has("check") && named.count(finding.check) == 0) {
      const std::vector<std::string> known(named.begin(), named.end());
      map.Wrong("check", Format("\"{}\" is not in the scenario's list of checks{}", finding.check,
                                Suggestion(finding.check, known)));
    }
    if (!finding.reason.empty() && !IsLabel(finding.reason)) {
      map.Wrong("reason", "a reason is one word, as in twice or acknowledged_but_lost");
    }
    if (!expected.insert({finding.check, finding.reason}).second) {
      problems.Add(node->position, "this finding is expected twice");
    }
    scenario.expected.push_back(std::move(finding));
  }
}

void ParseHead(const MapReader& root, const Vocabulary& vocabulary, Scenario& scenario) {
  CheckVersion(root);
  scenario.name = root.Text("name", "");
  if (!scenario.name.empty() && !IsScenarioName(scenario.name)) {
    root.Wrong("name", "a name is small letters, digits and -, at most 64");
  }
  scenario.proves = root.Text("proves", "");
  if (scenario.proves.find('\n') != std::string::npos) {
    root.Wrong("proves", "\"proves\" is one sentence on one line; fold a longer one with >-");
  }
  scenario.channel = root.Word("channel", "channel", vocabulary.channels, scenario.channel);
}

}  // namespace

Result<Scenario> ParseScenario(std::string_view text, const std::string& file,
                               const Vocabulary& vocabulary) {
  const SourceText source(text, file);
  const auto tree = ParseYamlTree(source);
  if (!tree) return tree.error();
  Problems problems(source);
  Scenario scenario;
  scenario.file = file;
  const MapReader root(*tree, keys::kScenario, "a scenario", problems);
  // Without its keys in order there is nothing sensible to say about the values.
  if (!problems.empty()) return problems.first();
  ParseHead(root, vocabulary, scenario);
  scenario.subject = ParseSubject(root, problems);
  ParseGiven(root, problems, scenario);
  StepParser steps(vocabulary, scenario.subject, scenario.redis_absent, problems);
  for (const YamlNode* node : root.List("deliver")) scenario.steps.push_back(steps.Parse(*node));
  steps.Finish();
  ParseChecks(root, vocabulary, problems, scenario);
  if (!problems.empty()) return problems.first();
  return scenario;
}

Result<Scenario> LoadScenario(const std::string& file, const Vocabulary& vocabulary) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  // An empty file makes `<<` fail without the file being unreadable, so `bad` is asked instead.
  if (stream) content << stream.rdbuf();
  if (!stream.is_open() || stream.bad()) {
    return Invalid(file + ": cannot be read; is it a file, and may it be read?");
  }
  return ParseScenario(content.str(), file, vocabulary);
}

}  // namespace paystorm
