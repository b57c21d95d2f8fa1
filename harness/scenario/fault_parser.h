#ifndef PAYSTORM_HARNESS_SCENARIO_FAULT_PARSER_H_
#define PAYSTORM_HARNESS_SCENARIO_FAULT_PARSER_H_

// One entry of `faults:`, a mapping of the fault's name to its own keys. Pure.

#include <string>
#include <vector>

#include "harness/scenario/map_reader.h"
#include "harness/scenario/scenario.h"
#include "harness/scenario/yaml_tree.h"

namespace paystorm {

// `known`: the names of faults. `instances`: of the subject; 0 when it cannot be killed.
FaultSpec ParseFault(const YamlNode& node, const std::vector<std::string>& known, int instances,
                     bool redis_absent, Problems& problems);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_FAULT_PARSER_H_
