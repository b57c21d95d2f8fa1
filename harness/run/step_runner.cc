#include "harness/run/step_runner.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "harness/run/subject_counters.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kBlockedLimit{2000};
// How long a delivery made meanwhile may take before it counts as waiting too.
constexpr milliseconds kMeanwhileLimit{250};
constexpr milliseconds kQuietLimit{6000};
constexpr milliseconds kEmptyEvery{5};

bool Covers(const FaultSpec& fault, int attempt) {
  return attempt >= fault.first_attempt && attempt <= fault.last_attempt;
}

const FaultSpec* HoldOf(const PlannedStep& step, int attempt) {
  for (const FaultSpec& fault : step.faults) {
    if (fault.kind == "hold_order" && Covers(fault, attempt)) return &fault;
  }
  return nullptr;
}

Json Describe(const mockgw::Delivery& delivery) {
  Json data;
  data["id"] = delivery.id;
  data["notify_id"] = delivery.notify_id;
  data["attempt"] = delivery.attempt;
  data["variant"] = mockgw::ToString(delivery.variant);
  data["instance"] = delivery.instance;
  data["step"] = delivery.step;
  data["storm"] = delivery.in_storm;
  data["start_us"] = delivery.start_us;
  data["end_us"] = delivery.end_us;
  data["status"] = delivery.status;
  data["acknowledgement"] = mockgw::ToString(delivery.acknowledgement);
  if (!delivery.reason.empty()) data["reason"] = delivery.reason;
  return data;
}

}  // namespace

StepRunner::StepRunner(StepContext context) : context_(std::move(context)) {}

bool StepRunner::Interrupted() const {
  return context_.interrupted != nullptr && context_.interrupted->load();
}

Result<void> StepRunner::Run(const PlannedStep& step) {
  int64_t rejected_before = 0;
  const bool rejects = std::any_of(step.faults.begin(), step.faults.end(),
                                   [](const FaultSpec& f) { return f.kind == "reject_writes"; });
  if (rejects) {
    auto count = context_.stage.RejectedWrites();
    if (!count) return count.error();
    rejected_before = *count;
  }
  Result<void> ran = step.storm ? RunStorm(step) : RunLadder(step);
  Result<void> healed = Apply(step, Moment::kStepEnd, 1);
  if (!ran) return ran;
  if (!healed) return healed;
  if (rejects) NoteUnfired(step, rejected_before);
  return {};
}

void StepRunner::NoteUnfired(const PlannedStep& step, int64_t rejected_before) {
  auto count = context_.stage.RejectedWrites();
  if (count && *count > rejected_before) {
    context_.log("fault_fired",
                 Json{{"kind", "reject_writes"}, {"times", *count - rejected_before}});
    return;
  }
  context_.doubts.push_back(
      {Format("{}: the fault reject_writes never fired: no insert was refused",
              step.position.ToString()),
       "name a table into which the subject writes in that step"});
}

Result<void> StepRunner::Apply(const PlannedStep& step, Moment moment, int attempt) {
  Result<void> first;
  for (const FaultSpec& spec : step.faults) {
    const Fault* fault = FindFault(spec.kind);
    CHECK(fault != nullptr) << "the parser lets no unknown fault pass: " << spec.kind;
    for (const FaultAction& action : fault->At(spec, moment, attempt)) {
      auto done = context_.stage.CarryOut(action);
      if (!done && first) first = done.error();
      // At the end every cure is tried; before, the first failure ends the step.
      if (!done && moment != Moment::kStepEnd) return first;
    }
  }
  return first;
}

Result<void> StepRunner::RunLadder(const PlannedStep& step) {
  mockgw::LadderSteps steps;
  steps.send = [&](int attempt) -> Result<mockgw::AttemptTaken> {
    if (Interrupted()) return Internal("interrupted");
    if (auto begun = Apply(step, Moment::kBeforeAttempt, attempt); !begun) return begun.error();
    auto taken = HoldOf(step, attempt) != nullptr ? AttemptHeld(step, attempt) : Attempt(step);
    if (auto ended = Apply(step, Moment::kAfterAttempt, attempt); !ended) return ended.error();
    return taken;
  };
  steps.before_jump = [&](milliseconds span) -> Result<void> {
    if (auto quiet = WaitUntilQuiet(); !quiet) return quiet;
    context_.log("clock_jumped", Json{{"span_ms", span.count()}});
    return context_.stage.AgeLeases(span);
  };
  auto outcome = mockgw::ClimbLadder(step.schedule, context_.gateway_clock, steps);
  if (!outcome) return outcome.error();
  return {};
}

Result<mockgw::AttemptTaken> StepRunner::Attempt(const PlannedStep& step) {
  return Keep(context_.sender.Deliver(Plan(step, step.notify_id)));
}

Result<mockgw::AttemptTaken> StepRunner::AttemptHeld(const PlannedStep& step, int attempt) {
  InFlight first = Begin(step);
  std::vector<InFlight> others;
  // Everything that was begun is joined below, whatever fails on the way.
  Result<void> went = [&]() -> Result<void> {
    auto blocked = WaitUntilBlocked(first);
    if (!blocked) return blocked.error();
    if (!*blocked) {
      context_.doubts.push_back(
          {Format("{}: the fault hold_order never fired: the delivery did not wait for the row",
                  step.position.ToString()),
           "hold an order whose row the subject locks or updates"});
      return {};
    }
    context_.log("fault_fired", Json{{"kind", "hold_order"}});
    context_.clock.SleepFor(HoldOf(step, attempt)->hold_for);
    for (const PlannedStep& meanwhile : step.during) {
      others.push_back(Begin(meanwhile));
      others.back().delivery.wait_for(kMeanwhileLimit);
    }
    return Apply(step, Moment::kInWork, attempt);
  }();
  // The killed process must be gone, and the row free, before the waiting deliveries are joined.
  FaultAction release = {FaultAction::Kind::kReleaseOrder, {}, HoldOf(step, attempt)->order};
  auto released = context_.stage.CarryOut(release);
  const mockgw::AttemptTaken taken = Finish(std::move(first));
  for (InFlight& other : others) Finish(std::move(other));
  if (!went) return went.error();
  if (!released) return released.error();
  return taken;
}

Result<bool> StepRunner::WaitUntilBlocked(const InFlight& first) {
  const SteadyTime give_up = context_.clock.Steady() + kBlockedLimit;
  while (context_.clock.Steady() < give_up) {
    auto waiting = context_.stage.SomebodyWaitsForARow();
    if (!waiting) return waiting.error();
    if (*waiting) return true;
    if (first.delivery.wait_for(milliseconds(5)) == std::future_status::ready) return false;
  }
  return false;
}

Result<void> StepRunner::RunStorm(const PlannedStep& step) {
  std::vector<std::string> ids = {step.notify_id};
  ids.insert(ids.end(), step.mix.begin(), step.mix.end());
  std::vector<mockgw::PlannedDelivery> planned;
  const int instances = static_cast<int>(context_.stage.instances().size());
  for (int i = 0; i < step.storm->requests; ++i) {
    const std::string& id = ids[static_cast<size_t>(i) % ids.size()];
    mockgw::PlannedDelivery one = Plan(step, id);
    // Copies of one notification go to every instance, also when several ids are dealt in turn.
    const int instance =
        step.instance >= 0 ? step.instance : (i / static_cast<int>(ids.size())) % instances;
    one.target.instance = instance;
    one.target.url = context_.stage.instances()[static_cast<size_t>(instance)]->base_url() +
                     context_.notify_path;
    planned.push_back(std::move(one));
  }
  if (auto begun = Apply(step, Moment::kBeforeAttempt, 1); !begun) return begun;
  const auto before = ReadSubjectCounters(context_.stage.instances());
  auto delivered = FireStorm(step, planned);
  if (!delivered) return delivered.error();
  for (const mockgw::Delivery& delivery : delivered->deliveries) Keep(delivery);
  if (auto quiet = WaitUntilQuiet(); !quiet) return quiet;
  const auto after = ReadSubjectCounters(context_.stage.instances());
  if (auto ended = Apply(step, Moment::kAfterAttempt, 1); !ended) return ended;
  StormStats stats = Summarize(step.index, step.wave, *delivered);
  FillSplit(stats, before, after);
  context_.log("storm_released", ToJson(stats));
  if (stats.released_before_first_answer < 2 || stats.most_in_flight < 2) {
    context_.doubts.push_back(
        {Format("{}: the storm of wave {} did not overlap: {} deliveries were under way at once",
                step.position.ToString(), step.wave, stats.most_in_flight),
         "use more connections, or a subject whose handler takes longer"});
  }
  context_.storms.push_back(stats);
  return {};
}

Result<mockgw::StormDelivered> StepRunner::FireStorm(
    const PlannedStep& step, const std::vector<mockgw::PlannedDelivery>& planned) {
  auto fired = std::async(std::launch::async, [&] {
    return context_.sender.Storm(planned, static_cast<size_t>(step.storm->connections));
  });
  // In a storm "in work" is its whole length: such faults strike again and again until it is over.
  Result<void> struck;
  const bool strikes = std::any_of(step.faults.begin(), step.faults.end(),
                                   [](const FaultSpec& f) { return f.kind == "redis_emptied"; });
  while (strikes && struck && fired.wait_for(kEmptyEvery) != std::future_status::ready) {
    struck = Apply(step, Moment::kInWork, 1);
  }
  auto delivered = fired.get();
  if (!struck) return struck.error();
  return delivered;
}

Result<void> StepRunner::WaitUntilQuiet() const {
  const SteadyTime give_up = context_.clock.Steady() + kQuietLimit;
  while (true) {
    const auto counters = ReadSubjectCounters(context_.stage.instances());
    // A subject without counters is quiet when its deliveries are answered; so they are here.
    if (!counters || counters->in_flight <= 0) return {};
    if (context_.clock.Steady() > give_up) {
      return Timeout(Format("the subject still works on {} deliveries after {} ms",
                            counters->in_flight, kQuietLimit.count()));
    }
    context_.clock.SleepFor(milliseconds(5));
  }
}

mockgw::PlannedDelivery StepRunner::Plan(const PlannedStep& step, const std::string& notify_id) {
  const mockgw::NotificationEntry* entry = context_.book.FindNotification(notify_id);
  CHECK(entry != nullptr) << "the plan knows no notification " << notify_id;
  mockgw::PlannedDelivery planned;
  planned.notification = entry->notification;
  planned.variant = step.variant;
  planned.signing = step.signing;
  planned.step = step.index;
  planned.attempt = ++attempts_[notify_id];
  const int instances = static_cast<int>(context_.stage.instances().size());
  planned.target.instance = step.instance >= 0 ? step.instance : (planned.attempt - 1) % instances;
  planned.target.url =
      context_.stage.instances()[static_cast<size_t>(planned.target.instance)]->base_url() +
      context_.notify_path;
  return planned;
}

StepRunner::InFlight StepRunner::Begin(const PlannedStep& step) {
  const mockgw::PlannedDelivery planned = Plan(step, step.notify_id);
  return {std::async(std::launch::async,
                     [&sender = context_.sender, planned] { return sender.Deliver(planned); })};
}

mockgw::AttemptTaken StepRunner::Finish(InFlight in_flight) {
  return Keep(in_flight.delivery.get());
}

mockgw::AttemptTaken StepRunner::Keep(const mockgw::Delivery& delivery) {
  context_.log("delivery_ended", Describe(delivery));
  context_.book.deliveries.push_back(delivery);
  return {delivery.acknowledgement, delivery.stop, delivery.retry_after};
}

}  // namespace paystorm
