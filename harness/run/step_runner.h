#ifndef PAYSTORM_HARNESS_RUN_STEP_RUNNER_H_
#define PAYSTORM_HARNESS_RUN_STEP_RUNNER_H_

// Carries out the planned steps of one scenario: single deliveries, ladders, storms, and the faults
// tied to them. What it learns goes into the gateway book, the history and the storm statistics.
// Owned by one thread; deliveries that overlap run on threads of its own, joined before it returns.

#include <atomic>
#include <future>
#include <map>
#include <string>
#include <vector>

#include "harness/plan/plan.h"
#include "harness/record/history.h"
#include "harness/record/run_record.h"
#include "harness/run/conclude.h"
#include "harness/run/stage.h"
#include "mockgw/book/book.h"
#include "mockgw/deliver/gateway_clock.h"
#include "mockgw/deliver/ladder.h"
#include "mockgw/deliver/sender.h"

namespace paystorm {

// What the steps of one scenario have in common; all outlive the runner.
struct StepContext {
  Stage& stage;
  mockgw::Sender& sender;
  mockgw::GatewayClock& gateway_clock;
  const Clock& clock;
  mockgw::Book& book;
  std::vector<StormStats>& storms;
  std::vector<Doubt>& doubts;
  Stage::Log log;
  std::string notify_path;  // e.g. /notify/wxpay
  const std::atomic<bool>* interrupted = nullptr;
};

class StepRunner final {
 public:
  explicit StepRunner(StepContext context);

  // Heals the step's faults also on an error.
  Result<void> Run(const PlannedStep& step);

 private:
  struct InFlight {
    std::future<mockgw::Delivery> delivery;
  };

  Result<void> RunLadder(const PlannedStep& step);
  Result<void> RunStorm(const PlannedStep& step);
  Result<mockgw::AttemptTaken> Attempt(const PlannedStep& step);
  // With the row of an order held: the attempt, the `during` steps and the kill fall together.
  Result<mockgw::AttemptTaken> AttemptHeld(const PlannedStep& step, int ladder_attempt);
  Result<bool> WaitUntilBlocked(const InFlight& first);
  Result<mockgw::StormDelivered> FireStorm(const PlannedStep& step,
                                           const std::vector<mockgw::PlannedDelivery>& planned);
  Result<void> Apply(const PlannedStep& step, Moment moment, int attempt);
  Result<void> WaitUntilQuiet() const;
  void NoteUnfired(const PlannedStep& step, int64_t rejected_before);

  mockgw::PlannedDelivery Plan(const PlannedStep& step, const std::string& notify_id);
  InFlight Begin(const PlannedStep& step);
  mockgw::AttemptTaken Finish(InFlight in_flight);
  mockgw::AttemptTaken Keep(const mockgw::Delivery& delivery);
  bool Interrupted() const;

  StepContext context_;
  std::map<std::string, int> attempts_;  // planned so far, by notify id
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_RUN_STEP_RUNNER_H_
