#include "harness/scenario/step_parser.h"

#include <algorithm>

#include "harness/scenario/fault_parser.h"
#include "harness/scenario/values.h"
#include "mockgw/base/check.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

constexpr int64_t kMostMinor = 1000000000000;

template <typename Value>
std::vector<std::string> Words(const std::vector<Value>& values) {
  std::vector<std::string> words;
  for (const Value value : values) words.emplace_back(mockgw::ToString(value));
  return words;
}

const std::vector<std::string> kForms = {"ordinary", "partner", "combined"};

std::string Joined(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return text;
}

std::string_view KindWord(mockgw::EventKind event) {
  if (mockgw::IsRefund(event)) return "refund";
  return mockgw::IsPayment(event) ? "payment" : "profit sharing";
}

const FaultSpec* FindFaultOf(const DeliverStep& step, std::string_view kind) {
  for (const FaultSpec& fault : step.faults) {
    if (fault.kind == kind) return &fault;
  }
  return nullptr;
}

}  // namespace

StepParser::StepParser(const Vocabulary& vocabulary, const SubjectSpec& subject, bool redis_absent,
                       Problems& problems)
    : vocabulary_(vocabulary),
      subject_(subject),
      redis_absent_(redis_absent),
      problems_(problems) {}

DeliverStep StepParser::Parse(const YamlNode& node) {
  return ParseStep(node, false, next_number_++);
}

int StepParser::Instances() const {
  if (const auto* urls = std::get_if<UrlSubject>(&subject_.kind)) {
    return std::max(1, static_cast<int>(urls->urls.size()));
  }
  return std::get<ReferenceSubject>(subject_.kind).instances;
}

DeliverStep StepParser::ParseStep(const YamlNode& node, bool inside_during, int number) {
  DeliverStep step;
  step.position = node.position;
  const MapReader map(node, keys::kStep, "a step", problems_);
  if (node.kind != YamlNode::Kind::kMap) return step;
  if (inside_during) RefuseInsideDuring(map);
  ParseAction(map, number, step);
  ParseHow(map, number, step);
  for (const YamlNode* fault : map.List("faults")) {
    const bool killable = std::holds_alternative<ReferenceSubject>(subject_.kind);
    step.faults.push_back(ParseFault(*fault, vocabulary_.faults, killable ? Instances() : 0,
                                     redis_absent_, problems_));
  }
  if (!inside_during) {
    for (const YamlNode* child : map.List("during")) {
      step.during.push_back(ParseStep(*child, true, next_number_++));
    }
  }
  CheckTogether(map, step);
  return step;
}

void StepParser::RefuseInsideDuring(const MapReader& map) {
  for (const std::string_view key : {"storm", "mix", "schedule", "faults", "during"}) {
    if (!map.Has(key)) continue;
    problems_.Add(
        map.KeyPosition(key),
        Format("\"{}\" cannot stand inside \"during\"; each of its steps is one delivery", key));
  }
}

void StepParser::ParseAction(const MapReader& map, int number, DeliverStep& step) {
  std::string_view action;
  for (const std::string_view candidate : keys::kActions) {
    if (!map.Has(candidate)) continue;
    if (!action.empty()) {
      problems_.Add(map.KeyPosition(candidate),
                    Format("\"{}\" and \"{}\" in one step; a step delivers one notification",
                           action, candidate));
      return;
    }
    action = candidate;
  }
  if (action.empty()) {
    problems_.Add(step.position, Format("a step needs one of {}", Joined(keys::kActions)));
    return;
  }
  step.position = map.KeyPosition(action);
  if (action == "resend") {
    step.resend = map.Text("resend", "");
    uses_.push_back({Use::kResend, step.resend, map.ValuePosition("resend"), number});
    return;
  }
  ParseEvent(*map.Find(action), action, number, step);
}

void StepParser::ParseEvent(const YamlNode& node, std::string_view action, int number,
                            DeliverStep& step) {
  const auto known = mockgw::EventKindFromString(action);
  CHECK(known.has_value()) << "every action but resend is a kind of event";
  const mockgw::EventKind event = *known;
  step.event = event;
  const bool refund = mockgw::IsRefund(event);
  const MapReader map(node, refund ? keys::kRefund : keys::kPayment, action, problems_);
  step.order = map.Text("order", "");
  step.label = map.Text("as", "");
  if (!step.label.empty()) {
    const TextPosition position = map.ValuePosition("as");
    if (!IsLabel(step.label)) {
      map.Wrong("as", "a label is a small letter, then small letters, digits, _ or -, at most 40");
    } else if (const LabelDefinition* first = FindLabel(step.label)) {
      map.Wrong("as", Format("label \"{}\" is given twice, first on line {}", step.label,
                             first->position.line));
    }
    labels_.push_back({step.label, position, number, event});
  }
  if (map.Has("amount_minor")) step.amount_minor = map.Integer("amount_minor", 1, kMostMinor, 1);
  step.currency = map.Text("currency", "");
  if (!step.currency.empty() && !IsCurrency(step.currency)) {
    map.Wrong("currency", "a currency is three capital letters, as in CNY");
  }
  const std::string shape =
      map.Word("shape", "shape", Words(mockgw::AllShapes()), std::string(ToString(step.shape)));
  step.shape = mockgw::ShapeFromString(shape).value_or(step.shape);
  const std::string form = map.Word("form", "form", kForms, std::string(ToString(step.form)));
  step.form = mockgw::OrderFormFromString(form).value_or(step.form);
  step.mchid = map.Text("mchid", "");
  step.appid = map.Text("appid", "");
  step.payment = map.Text("of", "");
  if (!step.payment.empty()) {
    uses_.push_back(
        {refund ? Use::kRefundOf : Use::kPaymentOf, step.payment, map.ValuePosition("of"), number});
  }
  step.refund = map.Text("refund", "");
  if (!step.refund.empty()) {
    uses_.push_back({Use::kRefund, step.refund, map.ValuePosition("refund"), number});
  }
}

void StepParser::ParseHow(const MapReader& map, int number, DeliverStep& step) {
  const std::string variant =
      map.Word("variant", "variant", Words(mockgw::AllVariants()), "genuine");
  step.variant = mockgw::VariantFromString(variant).value_or(step.variant);
  step.signing = map.Text("signing", "");
  step.schedule = map.Word("schedule", "schedule", vocabulary_.schedules, "");
  if (const YamlNode* storm = map.Find("storm")) step.storm = ParseStorm(*storm);
  step.instance = static_cast<int>(map.Integer("instance", 1, Instances(), 0)) - 1;
  for (const YamlNode* label : map.List("mix")) {
    const std::string text = ReadText(*label, "a label in \"mix\"", problems_);
    if (!text.empty() && (text == step.label || text == step.resend)) {
      problems_.Add(label->position, Format("\"{}\" is what this storm delivers anyway", text));
    }
    uses_.push_back({Use::kMix, text, label->position, number});
    step.mix.push_back(text);
  }
}

StormSpec StepParser::ParseStorm(const YamlNode& node) {
  StormSpec storm;
  const MapReader map(node, keys::kStorm, "a storm", problems_);
  storm.requests = static_cast<int>(map.Integer("requests", 2, 100000, storm.requests));
  const int usual = std::min(storm.connections, storm.requests);
  storm.connections = static_cast<int>(map.Integer("connections", 1, 10000, usual));
  storm.waves = static_cast<int>(map.Integer("waves", 1, 100, storm.waves));
  if (storm.connections > storm.requests) {
    map.Wrong("connections", Format("{} connections for {} requests; some would have nothing to "
                                    "send",
                                    storm.connections, storm.requests));
  }
  storms_.push_back({storm.waves, map.ValuePosition("waves")});
  return storm;
}

// Keys that are right alone and wrong together.
void StepParser::CheckTogether(const MapReader& map, const DeliverStep& step) {
  if (step.storm && !step.schedule.empty()) {
    problems_.Add(map.KeyPosition("schedule"), "a storm has no schedule; resend in the next step");
  }
  if (!step.mix.empty() && !step.storm) {
    problems_.Add(map.KeyPosition("mix"), "\"mix\" needs a storm to be mixed into");
  }
  const FaultSpec* hold = FindFaultOf(step, keys::kHoldOrder.name);
  if (hold != nullptr && step.storm) {
    problems_.Add(hold->position, "hold_order needs a single delivery, not a storm");
  }
  if (!step.during.empty() && hold == nullptr) {
    problems_.Add(map.KeyPosition("during"),
                  "\"during\" needs the fault hold_order in the same step, which keeps the first "
                  "delivery in work");
  }
  for (const FaultSpec& fault : step.faults) {
    if (fault.kind != keys::kKillSubject.name) continue;
    if (hold == nullptr) {
      problems_.Add(fault.position,
                    "kill_subject needs the fault hold_order in the same step, "
                    "which keeps the delivery in work until the kill");
    } else if (fault.first_attempt < hold->first_attempt ||
               fault.last_attempt > hold->last_attempt) {
      problems_.Add(fault.position,
                    "kill_subject names attempts in which hold_order holds nothing");
    }
  }
}

const StepParser::LabelDefinition* StepParser::FindLabel(std::string_view label) const {
  for (const LabelDefinition& definition : labels_) {
    if (definition.label == label) return &definition;
  }
  return nullptr;
}

void StepParser::CheckUse(const LabelUse& use) {
  const LabelDefinition* found = FindLabel(use.label);
  if (found == nullptr) {
    std::vector<std::string> known;
    for (const LabelDefinition& definition : labels_) known.push_back(definition.label);
    problems_.Add(use.position,
                  Format("unknown label \"{}\"{}", use.label, Suggestion(use.label, known)));
    return;
  }
  // A refund may be told before its payment, and a storm may mix in what is sent alone later.
  const bool earlier_only = use.use != Use::kRefundOf && use.use != Use::kMix;
  if (earlier_only && found->step >= use.step) {
    problems_.Add(use.position, Format("label \"{}\" is not given before this, but on line {}",
                                       use.label, found->position.line));
  }
  const bool wants_payment = use.use == Use::kPaymentOf || use.use == Use::kRefundOf;
  if (wants_payment && !mockgw::IsPayment(found->event)) {
    problems_.Add(use.position, Format("\"of\" needs the label of a payment; \"{}\" is a {}",
                                       use.label, KindWord(found->event)));
  }
  if (use.use == Use::kRefund && !mockgw::IsRefund(found->event)) {
    problems_.Add(use.position, Format("\"refund\" needs the label of a refund; \"{}\" is a {}",
                                       use.label, KindWord(found->event)));
  }
}

void StepParser::Finish() {
  for (const LabelUse& use : uses_) CheckUse(use);
  for (const StormWaves& storm : storms_) {
    if (storm.waves == storms_.front().waves) continue;
    problems_.Add(storm.position,
                  Format("{} waves here and {} in the storm on line {}; all storms of a scenario "
                         "have the same number",
                         storm.waves, storms_.front().waves, storms_.front().position.line));
  }
}

}  // namespace paystorm
