#include "reports/console.h"

#include <algorithm>

#include "mockgw/base/format.h"
#include "reports/phrases.h"
#include "reports/text.h"

namespace paystorm::reports {
namespace {

constexpr int kLeastWidth = 60;
constexpr int kNameWidth = 32;
constexpr int kCellWidth = 36;
constexpr size_t kRowsShown = 5;
constexpr size_t kFindingsShown = 5;

enum class Ink { kPlain, kGood, kBad, kUnsure, kFaint, kBold };

Ink InkOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return Ink::kGood;
    case Verdict::kViolated:
    case Verdict::kError:
      return Ink::kBad;
    case Verdict::kInconclusive:
      return Ink::kUnsure;
  }
  return Ink::kPlain;
}

class Printer {
 public:
  Printer(bool color, int width) : color_(color), width_(std::max(width, kLeastWidth)) {}

  int width() const { return width_; }
  std::string Take() { return std::move(out_); }

  // Requires clean text.
  std::string Paint(std::string_view text, Ink ink) const {
    if (!color_ || ink == Ink::kPlain || text.empty()) return std::string(text);
    return Format("\x1B[{}m{}\x1B[0m", Code(ink), text);
  }

  void Line(std::string_view text = {}) {
    const size_t end = text.find_last_not_of(' ');
    out_ += text.substr(0, end == std::string_view::npos ? 0 : end + 1);
    out_ += '\n';
  }

 private:
  static std::string_view Code(Ink ink) {
    switch (ink) {
      case Ink::kGood:
        return "32";
      case Ink::kBad:
        return "1;31";
      case Ink::kUnsure:
        return "33";
      case Ink::kFaint:
        return "2";
      case Ink::kBold:
        return "1";
      case Ink::kPlain:
        break;
    }
    return "0";
  }

  bool color_;
  int width_;
  std::string out_;
};

std::string ChecksCell(const ScenarioRecord& scenario) {
  if (scenario.checks.empty()) return "-";
  return Format("{}/{}", ChecksAsWanted(scenario), scenario.checks.size());
}

void PrintTable(Printer& print, const RunRecord& record) {
  int name_width = DisplayWidth("scenario");
  int checks_width = DisplayWidth("checks");
  for (const ScenarioRecord& scenario : record.scenarios) {
    name_width = std::max(name_width, DisplayWidth(OneLine(scenario.name)));
    checks_width = std::max(checks_width, DisplayWidth(ChecksCell(scenario)));
  }
  constexpr int kVerdictWidth = 13;
  constexpr int kTimeWidth = 10;
  const int others = kVerdictWidth + 2 + 2 + checks_width + 2 + kTimeWidth;
  name_width = std::min({name_width, kNameWidth, std::max(8, print.width() - others)});
  const int before = others + name_width + 2;
  const int summary_width = std::max(8, print.width() - before);
  const auto row = [&](std::string_view verdict, Ink ink, std::string_view name,
                       std::string_view checks, std::string_view time, std::string_view summary) {
    std::string line = print.Paint(verdict, ink) +
                       PadRight("", kVerdictWidth + 2 - DisplayWidth(verdict)) +
                       PadRight(Truncate(name, name_width), name_width + 2) +
                       PadLeft(checks, checks_width) + "  " + PadLeft(time, kTimeWidth);
    if (print.width() - before >= 8) line += "  " + Truncate(summary, summary_width);
    print.Line(line);
  };
  row("verdict", Ink::kBold, "scenario", "checks", "time", "summary");
  for (const ScenarioRecord& scenario : record.scenarios) {
    row(VerdictPhrase(scenario), InkOf(scenario.verdict), OneLine(scenario.name),
        ChecksCell(scenario), RealTime(scenario.duration_us), OneLine(SummaryLine(scenario)));
  }
}

std::string CellText(const Cell& cell) { return cell ? OneLine(*cell) : "null"; }

void PrintRows(Printer& print, const Table& table) {
  const size_t rows = std::min(table.rows.size(), kRowsShown);
  print.Line(Format("      {}: {}", OneLine(table.name),
                    Count(static_cast<int64_t>(table.rows.size()), "row")));
  if (rows == 0) return;
  std::vector<int> widths;
  for (size_t column = 0; column < table.columns.size(); ++column) {
    int width = DisplayWidth(OneLine(table.columns[column]));
    for (size_t row = 0; row < rows; ++row) {
      width = std::max(width, DisplayWidth(CellText(table.rows[row][column])));
    }
    widths.push_back(std::min(width, kCellWidth));
  }
  const auto line = [&](const auto& cell_of) {
    std::string text = "        ";
    for (size_t column = 0; column < widths.size(); ++column) {
      text += PadRight(Truncate(cell_of(column), widths[column]), widths[column] + 2);
    }
    return text;
  };
  // Painted as a whole, so that the escape codes do not count as columns.
  const std::string head = line([&](size_t column) { return OneLine(table.columns[column]); });
  print.Line(print.Paint(head.substr(0, head.find_last_not_of(' ') + 1), Ink::kFaint));
  for (size_t row = 0; row < rows; ++row) {
    print.Line(line([&](size_t column) { return CellText(table.rows[row][column]); }));
  }
  if (table.rows.size() > rows) {
    print.Line(Format("        and {} more", table.rows.size() - rows));
  }
}

void PrintFinding(Printer& print, const CheckResult& check, const Finding& finding,
                  std::string_view note) {
  std::string head = FindingName(OneLine(check.name), OneLine(finding.reason));
  if (!finding.about.empty()) head += Format(" ({})", OneLine(finding.about));
  const bool bad = check.verdict == Verdict::kViolated && note.empty();
  print.Line(Format("    {}{}", print.Paint(head, bad ? Ink::kBad : Ink::kUnsure), note));
  print.Line(Format("      want  {}", OneLine(finding.want)));
  print.Line(Format("      got   {}", OneLine(finding.got)));
  for (const Table& table : finding.rows) PrintRows(print, table);
}

void PrintCheck(Printer& print, const ScenarioRecord& scenario, const CheckResult& check) {
  std::string line = Format("  {}: {}", OneLine(check.name), VerdictPhrase(check.verdict));
  if (check.title != check.name) line += Format(" - {}", OneLine(check.title));
  print.Line(line);
  const std::string position = check.position.ToString();
  if (!position.empty()) print.Line(print.Paint(Format("    {}", OneLine(position)), Ink::kFaint));
  const size_t shown = std::min(check.findings.size(), kFindingsShown);
  for (size_t i = 0; i < shown; ++i) {
    const bool expected = IsExpected(scenario, check.name, check.findings[i].reason);
    PrintFinding(print, check, check.findings[i], expected ? " (as expected)" : "");
  }
  const int64_t all = std::max(check.findings_total, static_cast<int64_t>(check.findings.size()));
  if (all > static_cast<int64_t>(shown)) {
    print.Line(Format("    and {}", Count(all - static_cast<int64_t>(shown), "more finding")));
  }
}

// Only what is not as it should be: scenarios that hold are said in the table alone.
void PrintScenario(Printer& print, const ScenarioRecord& scenario) {
  if (scenario.verdict == Verdict::kHolds) return;
  print.Line();
  print.Line(Format("{}: {}", print.Paint(OneLine(scenario.name), Ink::kBold),
                    print.Paint(VerdictPhrase(scenario), InkOf(scenario.verdict))));
  print.Line(Format("  {}", OneLine(scenario.proves)));
  if (!scenario.error.empty()) print.Line(Format("  why:  {}", OneLine(scenario.error)));
  if (!scenario.hint.empty()) print.Line(Format("  hint: {}", OneLine(scenario.hint)));
  for (const Expectation& expected : scenario.expected) {
    if (Appeared(scenario, expected)) continue;
    print.Line(Format("  expected and not found: {}",
                      OneLine(FindingName(expected.check, expected.reason))));
  }
  for (const CheckResult& check : scenario.checks) {
    if (check.verdict != Verdict::kHolds) PrintCheck(print, scenario, check);
  }
  if (!scenario.folder.empty()) print.Line(Format("  folder: {}", OneLine(scenario.folder)));
  if (!scenario.repeat.empty()) print.Line(Format("  repeat: {}", OneLine(scenario.repeat)));
}

void PrintStorms(Printer& print, const RunRecord& record) {
  bool any = false;
  for (const ScenarioRecord& scenario : record.scenarios) {
    if (scenario.storms.empty()) continue;
    print.Line();
    if (!any) print.Line(print.Paint("storms", Ink::kBold));
    any = true;
    print.Line(Format("  {}", OneLine(scenario.name)));
    for (const StormStats& storm : scenario.storms) {
      print.Line(Format("    step {} wave {}: {}", storm.step + 1, storm.wave, StormLine(storm)));
    }
  }
}

void PrintWarnings(Printer& print, const RunRecord& record) {
  for (const ScenarioRecord& scenario : record.scenarios) {
    for (const std::string& warning : scenario.warnings) {
      print.Line(Format("{} {}: {}", print.Paint("warning", Ink::kUnsure), OneLine(scenario.name),
                        OneLine(warning)));
    }
  }
}

void PrintEnd(Printer& print, const RunRecord& record) {
  const bool none = record.scenarios.empty();
  const Verdict verdict = record.verdict();
  print.Line();
  PrintWarnings(print, record);
  print.Line(Format(
      "{} - {}",
      print.Paint(none ? "nothing ran" : VerdictPhrase(verdict), none ? Ink::kBad : InkOf(verdict)),
      TallyLine(record)));
  print.Line(Format("seed {}, {}, exit code {}", record.seed, RealTime(record.duration_us),
                    record.exit_code()));
  if (!record.folder.empty()) print.Line(Format("run folder: {}", OneLine(record.folder)));
  const std::string repeat = RepeatCommand(record);
  if (!repeat.empty()) print.Line(Format("repeat: {}", OneLine(repeat)));
}

}  // namespace

std::string RenderConsole(const RunRecord& record, bool color, int width) {
  Printer print(color, width);
  if (!record.scenarios.empty()) PrintTable(print, record);
  for (const ScenarioRecord& scenario : record.scenarios) PrintScenario(print, scenario);
  PrintStorms(print, record);
  PrintEnd(print, record);
  return print.Take();
}

std::string ConsoleReport::Render(const RunRecord& record) const {
  return RenderConsole(record, false);
}

}  // namespace paystorm::reports
