#include <cstdio>

#include "harness/check/check.h"
#include "harness/cli/commands.h"
#include "harness/fault/fault.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/channel.h"
#include "mockgw/schedule/schedule.h"

namespace paystorm {
namespace {

void PrintLine(std::string_view name, std::string_view text) {
  std::fputs(Format("  {:<32} {}\n", name, text).c_str(), stdout);
}

void ListWords() {
  std::puts("channels");
  for (const auto name : mockgw::ChannelNames()) PrintLine(name, "");
  std::puts("schedules");
  for (const auto name : mockgw::ScheduleNames()) {
    const mockgw::Schedule& schedule = *mockgw::FindSchedule(name);
    PrintLine(name, Format("{} attempts over {} s", schedule.attempts(), schedule.span().count()));
  }
  std::puts("checks");
  for (const Check* check : AllChecks()) PrintLine(check->name(), check->title());
  std::puts("faults");
  for (const Fault* fault : AllFaults()) PrintLine(fault->name(), fault->title());
}

}  // namespace

int ListCommand(const std::vector<std::string>& paths) {
  if (paths.empty()) {
    ListWords();
    return kExitOk;
  }
  auto scenarios = LoadAll(paths);
  if (!scenarios) return Complain(scenarios.error());
  if (scenarios->empty()) return ComplainOfNothing();
  for (const Scenario& scenario : *scenarios) {
    std::fputs(Format("{:<40} {}\n", scenario.name, scenario.proves).c_str(), stdout);
  }
  return kExitOk;
}

}  // namespace paystorm
