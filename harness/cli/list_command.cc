#include <cstdio>

#include "harness/check/check.h"
#include "harness/cli/commands.h"
#include "harness/fault/fault.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/signing.h"
#include "mockgw/schedule/schedule.h"

namespace paystorm {
namespace {

void PrintLine(std::string_view name, std::string_view text) {
  std::fputs(Format("  {:<32} {}\n", name, text).c_str(), stdout);
}

std::string_view WordOf(std::string_view word) { return word; }
template <typename Value>
std::string_view WordOf(Value value) {
  return mockgw::ToString(value);
}

template <typename Value>
std::string Joined(const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) text += (text.empty() ? "" : ", ") + std::string(WordOf(value));
  return text;
}

void PrintChannel(const mockgw::Channel& channel) {
  PrintLine(channel.name(), Format("answer within {} ms", channel.response_limit().count()));
  PrintLine("  events", Joined(channel.events()));
  PrintLine("  shapes", Joined(channel.shapes()));
  const std::string variants = Joined(channel.variants(mockgw::EventKind::kPaymentSuccess));
  const std::string of_refunds = Joined(channel.variants(mockgw::EventKind::kRefundSuccess));
  PrintLine("  variants", variants);
  if (of_refunds != variants) PrintLine("  variants of refunds", of_refunds);
  const auto signings = mockgw::SigningWords(channel);
  if (!signings.empty()) PrintLine("  signings", Joined(signings));
  PrintLine("  schedules", Joined(channel.schedules()) + ", once");
}

void ListWords() {
  std::puts("channels");
  for (const auto name : mockgw::ChannelNames()) PrintChannel(*mockgw::FindChannel(name));
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
