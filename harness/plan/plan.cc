#include "harness/plan/plan.h"

#include <set>

#include "harness/plan/wave_planner.h"

namespace paystorm {

Result<Plan> MakePlan(const Scenario& scenario, uint64_t seed, const mockgw::Payee& payee,
                      SystemTime start) {
  Plan plan;
  std::set<std::string> used;
  for (int wave = 1; wave <= scenario.waves(); ++wave) {
    WavePlanner planner(scenario, seed, payee, start, wave, used, plan);
    if (auto done = planner.Run(); !done) return done.error();
  }
  return plan;
}

}  // namespace paystorm
