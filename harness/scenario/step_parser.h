#ifndef PAYSTORM_HARNESS_SCENARIO_STEP_PARSER_H_
#define PAYSTORM_HARNESS_SCENARIO_STEP_PARSER_H_

// The `deliver:` list: steps, their faults, and the labels that tie them together.
// Owned by one thread.

#include <string>
#include <string_view>
#include <vector>

#include "harness/scenario/map_reader.h"
#include "harness/scenario/parser.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/yaml_tree.h"

namespace paystorm {

class StepParser final {
 public:
  // `subject` and `redis_absent` bound what a fault can do. Requires that all outlive it.
  StepParser(const Vocabulary& vocabulary, const SubjectSpec& subject, bool redis_absent,
             Problems& problems);

  // One entry of `deliver:`.
  DeliverStep Parse(const YamlNode& node);
  // After the last step: what no single step can know. Labels are defined once and used rightly,
  // and all storms have the same number of waves.
  void Finish();

 private:
  enum class Use { kResend, kPaymentOf, kRefundOf, kRefund, kMix };
  struct LabelUse {
    Use use;
    std::string label;
    TextPosition position;
    int step;
  };
  struct LabelDefinition {
    std::string label;
    TextPosition position;
    int step;
    mockgw::EventKind event;
  };
  struct StormWaves {
    int waves;
    TextPosition position;
  };

  // Requires that the step is the one numbered `number`, counted in the file's order.
  DeliverStep ParseStep(const YamlNode& node, bool inside_during, int number);
  void ParseAction(const MapReader& map, int number, DeliverStep& step);
  void ParseEvent(const YamlNode& node, std::string_view action, int number, DeliverStep& step);
  void ParseHow(const MapReader& map, int number, DeliverStep& step);
  StormSpec ParseStorm(const YamlNode& node);
  void RefuseInsideDuring(const MapReader& map);
  void CheckTogether(const MapReader& map, const DeliverStep& step);
  void CheckUse(const LabelUse& use);
  const LabelDefinition* FindLabel(std::string_view label) const;
  int Instances() const;

  const Vocabulary& vocabulary_;
  const SubjectSpec& subject_;
  const bool redis_absent_;
  Problems& problems_;
  int next_number_ = 0;
  std::vector<LabelDefinition> labels_;
  std::vector<LabelUse> uses_;
  std::vector<StormWaves> storms_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_STEP_PARSER_H_
