#include "harness/scenario/scenario.h"

namespace paystorm {

int Scenario::waves() const {
  for (const DeliverStep& step : steps) {
    if (step.storm) return step.storm->waves;
  }
  return 1;
}

}  // namespace paystorm
