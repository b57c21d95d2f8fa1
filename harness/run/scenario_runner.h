#ifndef PAYSTORM_HARNESS_RUN_SCENARIO_RUNNER_H_
#define PAYSTORM_HARNESS_RUN_SCENARIO_RUNNER_H_

// Runs one scenario from its plan to its verdict. Used once.
// Owned by one thread.

#include <string>
#include <vector>

#include "harness/plan/plan.h"
#include "harness/record/run_record.h"
#include "harness/run/conclude.h"
#include "harness/run/run.h"
#include "harness/run/stage.h"
#include "mockgw/base/clock.h"
#include "mockgw/channel/channel.h"
#include "mockgw/deliver/gateway_clock.h"

namespace paystorm {

// What all scenarios of a run share; outlives the runner.
struct RunWorld {
  const RunOptions& options;
  const Clock& clock;
  std::string keys_dir;
  mockgw::ChannelKeys keys;
  PrivateServer* mariadb = nullptr;  // null when no private stores were needed
  PrivateServer* redis = nullptr;
};

class ScenarioRunner final {
 public:
  // `folder` exists; `index` is unique in the run.
  ScenarioRunner(const RunWorld& world, const Scenario& scenario, std::string folder, int index);

  ScenarioRecord Run();

 private:
  Result<void> Perform();
  Result<void> PrepareStores(Stage& stage);
  Result<void> StartSubject(Stage& stage);
  Result<void> GiveOrders(Stage& stage, const Plan& plan);
  Result<void> RunSteps(Stage& stage, const Plan& plan);
  void Gather(Stage& stage);
  void Judge(Stage& stage, const Plan& plan);
  void StopSubject(Stage& stage);
  const mockgw::Channel& Channel() const;
  StageStores Stores() const;
  bool UsesReference() const;
  void Log(std::string type, Json data);

  const RunWorld& world_;
  const Scenario& scenario_;
  const std::string folder_;
  const int index_;
  const SteadyTime start_;
  mockgw::GatewayClock gateway_clock_;
  History history_;
  std::vector<Doubt> doubts_;
  ScenarioRecord record_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_SCENARIO_RUNNER_H_
