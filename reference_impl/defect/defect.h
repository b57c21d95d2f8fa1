#ifndef PAYSTORM_REFERENCE_DEFECT_DEFECT_H_
#define PAYSTORM_REFERENCE_DEFECT_DEFECT_H_

#include <span>
#include <string_view>

#include "layer/strategies.h"

namespace paystorm_reference {

// A defect is one named way to be wrong on purpose: it replaces some of the correct strategies and
// names the unique keys that --init-schema drops. Immutable.
struct Defect {
  std::string_view name;      // as in --defect
  std::string_view sentence;  // what is wrong, for --list-defects; ends with a full stop
  void (*apply)(Strategies& strategies, const StrategyTools& tools);
};

// All of them, sorted by name.
std::span<const Defect> AllDefects();

// Null when there is none of that name.
const Defect* FindDefect(std::string_view name);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_DEFECT_H_
