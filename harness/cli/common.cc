#include <cstdio>

#include "harness/check/check.h"
#include "harness/cli/commands.h"
#include "harness/fault/fault.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/channel.h"
#include "mockgw/schedule/schedule.h"

namespace paystorm {

Vocabulary MakeVocabulary() {
  Vocabulary words;
  for (const auto name : mockgw::ChannelNames()) words.channels.emplace_back(name);
  for (const auto name : mockgw::ScheduleNames()) words.schedules.emplace_back(name);
  for (const Check* check : AllChecks()) words.checks.emplace_back(check->name());
  for (const Fault* fault : AllFaults()) words.faults.emplace_back(fault->name());
  return words;
}

int Complain(const Error& error) {
  std::fprintf(stderr, "paystorm: %s\n", error.message.c_str());
  return error.code == ErrorCode::kInvalid ? kExitUsage : kExitCouldNotRun;
}

int ComplainOfNothing() {
  std::fprintf(stderr, "paystorm: no scenario file (.yaml, .yml) was found there\n");
  return kExitNothingRan;
}

Result<std::vector<Scenario>> LoadAll(const std::vector<std::string>& paths) {
  auto files = FindScenarioFiles(paths);
  if (!files) return files.error();
  const Vocabulary words = MakeVocabulary();
  std::vector<Scenario> scenarios;
  int wrong = 0;
  for (const std::string& file : *files) {
    auto scenario = LoadScenario(file, words);
    if (!scenario) {
      ++wrong;
      std::fprintf(stderr, "%s\n", scenario.error().message.c_str());
      continue;
    }
    scenarios.push_back(std::move(scenario).value());
  }
  if (wrong > 0) {
    return Invalid(Format("{} of {} scenario files {} wrong; nothing was run", wrong, files->size(),
                          wrong == 1 ? "is" : "are"));
  }
  return scenarios;
}

}  // namespace paystorm
