#include <cstdio>

#include "harness/cli/commands.h"
#include "harness/plan/plan.h"
#include "mockgw/base/fake_clock.h"

namespace paystorm {
namespace {

const mockgw::Payee kAnyPayee = {"1900000109", "wx0000000000000000"};

}  // namespace

int ValidateCommand(const std::vector<std::string>& paths) {
  auto scenarios = LoadAll(paths);
  if (!scenarios) return Complain(scenarios.error());
  if (scenarios->empty()) return ComplainOfNothing();
  // A scenario is right when a plan can be made of it; labels and placeholders show only there.
  int wrong = 0;
  for (const Scenario& scenario : *scenarios) {
    auto plan = MakePlan(scenario, 1, kAnyPayee, FakeClock().Now());
    if (!plan) {
      std::fprintf(stderr, "%s\n", plan.error().message.c_str());
      ++wrong;
      continue;
    }
    std::printf("%s: ok: %s\n", scenario.file.c_str(), scenario.name.c_str());
  }
  return wrong > 0 ? kExitUsage : kExitOk;
}

int PlanCommand(const std::vector<std::string>& paths, uint64_t seed) {
  auto scenarios = LoadAll(paths);
  if (!scenarios) return Complain(scenarios.error());
  if (scenarios->empty()) return ComplainOfNothing();
  for (const Scenario& scenario : *scenarios) {
    auto plan = MakePlan(scenario, seed, kAnyPayee, FakeClock().Now());
    if (!plan) return Complain(plan.error());
    std::fputs(PrintPlan(scenario, *plan).c_str(), stdout);
  }
  return kExitOk;
}

}  // namespace paystorm
