#include "reports/phrases.h"

#include <algorithm>
#include <chrono>

#include "mockgw/base/format.h"

namespace paystorm::reports {
namespace {

constexpr int64_t kSecondUs = 1'000'000;

// "3 h 20 min" of units that follow one another; the smaller is left off when it is 0.
std::string TwoUnits(int64_t big, std::string_view big_unit, int64_t small,
                     std::string_view small_unit) {
  if (small == 0) return Format("{} {}", big, big_unit);
  return Format("{} {} {} {}", big, big_unit, small, small_unit);
}

bool HasCounters(const StormStats& storm) { return storm.processed >= 0; }

}  // namespace

std::string Thousands(int64_t number) {
  std::string digits = std::to_string(number);
  const size_t first = digits[0] == '-' ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string Count(int64_t number, std::string_view noun) {
  return Format("{} {}{}", Thousands(number), noun, number == 1 ? "" : "s");
}

std::string RealTime(int64_t duration_us) {
  const double ms = static_cast<double>(duration_us) / 1000.0;
  if (duration_us < 10'000) return Format("{:.1f} ms", ms);
  if (duration_us < kSecondUs) return Format("{:.0f} ms", ms);
  if (duration_us < 10 * kSecondUs) return Format("{:.2f} s", ms / 1000.0);
  if (duration_us < 60 * kSecondUs) return Format("{:.1f} s", ms / 1000.0);
  return GatewayTime(duration_us / kSecondUs * 1000);
}

std::string GatewayTime(int64_t duration_ms) {
  if (duration_ms > 0 && duration_ms < 1000) return Format("{} ms", duration_ms);
  const int64_t seconds = duration_ms / 1000;
  if (seconds < 60) return Format("{} s", seconds);
  if (seconds < 3600) return TwoUnits(seconds / 60, "min", seconds % 60, "s");
  return TwoUnits(seconds / 3600, "h", seconds % 3600 / 60, "min");
}

std::string UtcTime(int64_t unix_ms) {
  using std::chrono::days, std::chrono::floor, std::chrono::milliseconds;
  const std::chrono::sys_time<milliseconds> time{milliseconds(unix_ms)};
  const auto day = floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(floor<std::chrono::seconds>(time - day));
  return Format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::string_view VerdictPhrase(const ScenarioRecord& scenario) {
  if (scenario.verdict == Verdict::kHolds && !scenario.expected.empty()) return "found";
  return VerdictPhrase(scenario.verdict);
}

std::string_view VerdictPhrase(Verdict verdict) {
  return verdict == Verdict::kError ? "could not run" : ToString(verdict);
}

std::string FindingName(std::string_view check, std::string_view reason) {
  return Format("{} {}", check, reason);
}

bool Appeared(const ScenarioRecord& scenario, const Expectation& expectation) {
  return std::any_of(scenario.checks.begin(), scenario.checks.end(), [&](const CheckResult& c) {
    return c.name == expectation.check && c.verdict == Verdict::kViolated &&
           std::any_of(c.findings.begin(), c.findings.end(),
                       [&](const Finding& f) { return f.reason == expectation.reason; });
  });
}

bool IsExpected(const ScenarioRecord& scenario, std::string_view check, std::string_view reason) {
  return std::any_of(scenario.expected.begin(), scenario.expected.end(),
                     [&](const Expectation& e) { return e.check == check && e.reason == reason; });
}

bool ViolatedAsExpected(const ScenarioRecord& scenario, const CheckResult& check) {
  return check.verdict == Verdict::kViolated && !check.findings.empty() &&
         std::all_of(check.findings.begin(), check.findings.end(),
                     [&](const Finding& f) { return IsExpected(scenario, check.name, f.reason); });
}

int64_t ChecksAsWanted(const ScenarioRecord& scenario) {
  return std::count_if(scenario.checks.begin(), scenario.checks.end(), [&](const CheckResult& c) {
    return c.verdict == Verdict::kHolds || ViolatedAsExpected(scenario, c);
  });
}

std::string SummaryLine(const ScenarioRecord& scenario) {
  if (scenario.verdict != Verdict::kHolds || scenario.expected.empty()) return scenario.summary;
  std::string line = "found: ";
  for (size_t i = 0; i < scenario.expected.size(); ++i) {
    if (i > 0) line += ", ";
    line += FindingName(scenario.expected[i].check, scenario.expected[i].reason);
  }
  return line;
}

Tally CountVerdicts(const RunRecord& record) {
  Tally tally;
  for (const ScenarioRecord& scenario : record.scenarios) {
    switch (scenario.verdict) {
      case Verdict::kHolds:
        ++tally.holds;
        if (!scenario.expected.empty()) ++tally.found;
        break;
      case Verdict::kViolated:
        ++tally.violated;
        break;
      case Verdict::kInconclusive:
        ++tally.inconclusive;
        break;
      case Verdict::kError:
        ++tally.error;
        break;
    }
  }
  return tally;
}

std::string TallyLine(const RunRecord& record) {
  if (record.scenarios.empty()) return "no scenario ran";
  const Tally tally = CountVerdicts(record);
  std::string line = Count(static_cast<int64_t>(record.scenarios.size()), "scenario") + ":";
  const auto add = [&line](int64_t number, std::string_view words) {
    if (number == 0) return;
    if (line.back() != ':') line += ',';
    line += Format(" {} {}", Thousands(number), words);
  };
  add(tally.holds, tally.holds == 1 ? "holds" : "hold");
  if (tally.found > 0) line += Format(" ({} by what was found)", tally.found);
  add(tally.violated, "violated");
  add(tally.error, "could not run");
  add(tally.inconclusive, "inconclusive");
  return line;
}

std::vector<SplitPart> StormSplit(const StormStats& storm) {
  if (!HasCounters(storm)) return {};
  std::vector<SplitPart> parts = {
      {"processed", "processed", storm.processed},
      {"signature", "the signature gate", storm.turned_away_signature},
      {"lock", "the lock", storm.turned_away_lock},
      {"notify_log", "the notify log", storm.turned_away_notify_log},
      {"state_machine", "the state machine", storm.turned_away_state_machine},
      {"failed", "failed", storm.failed},
  };
  std::erase_if(parts, [](const SplitPart& part) { return part.count <= 0; });
  return parts;
}

std::string StormSplitLine(const StormStats& storm) {
  std::string line;
  const auto add = [&line](int64_t number, std::string_view words) {
    if (!line.empty()) line += ", ";
    line += Format("{} {}", Thousands(number), words);
  };
  if (!HasCounters(storm)) {
    add(storm.acknowledged, "acknowledged");
    add(storm.refused, "refused");
    if (storm.unanswered > 0) add(storm.unanswered, "unanswered");
    return line;
  }
  bool turned_away = false;
  if (storm.processed == 0) add(0, "processed");
  for (const SplitPart& part : StormSplit(storm)) {
    if (part.key == "processed" || part.key == "failed") {
      add(part.count, part.label);
      continue;
    }
    add(part.count, Format("{}by {}", turned_away ? "" : "turned away ", part.label));
    turned_away = true;
  }
  return line;
}

std::string StormLine(const StormStats& storm) {
  return Format("{} delivered: {}; release spread {} p50, {} max; {} in flight",
                Thousands(storm.deliveries), StormSplitLine(storm),
                RealTime(storm.release_spread_us_p50), RealTime(storm.release_spread_us_max),
                Thousands(storm.most_in_flight));
}

std::string RepeatCommand(const RunRecord& record) {
  if (record.command.empty() || record.command.find("--seed") != std::string::npos) {
    return record.command;
  }
  return Format("{} --seed {}", record.command, record.seed);
}

}  // namespace paystorm::reports
