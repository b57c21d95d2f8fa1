#include "mockgw/base/format.h"
#include "reports/html/view.h"
#include "reports/phrases.h"

namespace paystorm::reports {
namespace {

// Up to so many scenarios stand open; beyond, those that hold are folded up.
constexpr size_t kFewScenarios = 4;

std::string Headline(const RunRecord& record) {
  const size_t all = record.scenarios.size();
  if (all == 0) return "Nothing ran";
  const Tally tally = CountVerdicts(record);
  const auto part = [all](int64_t number, std::string_view words) {
    return Format("{} of {} {}", number, Count(static_cast<int64_t>(all), "scenario"), words);
  };
  switch (record.verdict()) {
    case Verdict::kViolated:
      return part(tally.violated, "violated");
    case Verdict::kError:
      return part(tally.error, "could not run");
    case Verdict::kInconclusive:
      return part(tally.inconclusive, "inconclusive");
    case Verdict::kHolds:
      break;
  }
  if (all == 2) return "Both scenarios hold";
  return all == 1 ? "The scenario holds" : Format("All {} scenarios hold", all);
}

Data Tiles(const RunRecord& record) {
  const Tally tally = CountVerdicts(record);
  Data tiles{Data::type::list};
  const auto add = [&tiles](int64_t number, std::string_view label, std::string_view kind) {
    Data tile;
    tile.set("number", Thousands(number));
    tile.set("label", std::string(label));
    tile.set("kind", std::string(number == 0 ? "none" : kind));
    tiles << tile;
  };
  add(tally.holds, tally.holds == 1 ? "holds" : "hold", "holds");
  add(tally.violated, "violated", "violated");
  add(tally.error, "could not run", "error");
  add(tally.inconclusive, "inconclusive", "inconclusive");
  return tiles;
}

int64_t Deliveries(const RunRecord& record) {
  int64_t deliveries = 0;
  for (const ScenarioRecord& scenario : record.scenarios) {
    deliveries += static_cast<int64_t>(scenario.book.deliveries.size());
  }
  return deliveries;
}

std::string_view ExitMeaning(int code) {
  switch (code) {
    case 0:
      return "all hold";
    case 1:
      return "a check is violated";
    case 3:
      return "could not run";
    case 4:
      return "inconclusive";
    default:
      return "nothing ran";
  }
}

}  // namespace

void SetText(Data& data, const std::string& name, const std::string& text) {
  data.set(name, text);
  data.set("has_" + name, Data(!text.empty()));
}

void SetList(Data& data, const std::string& name, const Data& list) {
  data.set("has_" + name, Data(list.is_non_empty_list()));
  data.set(name, list);
}

Data VerdictView(Verdict verdict, std::string_view phrase) {
  Data view;
  view.set("kind", std::string(ToString(verdict)));
  view.set("phrase", std::string(phrase));
  switch (verdict) {
    case Verdict::kHolds:
      view.set("sign", "✓");
      break;
    case Verdict::kViolated:
      view.set("sign", "✗");
      break;
    case Verdict::kInconclusive:
      view.set("sign", "?");
      break;
    case Verdict::kError:
      view.set("sign", "!");
      break;
  }
  return view;
}

Data RunView(const RunRecord& record) {
  Data view;
  const Verdict verdict = record.scenarios.empty() ? Verdict::kError : record.verdict();
  view.set("verdict", VerdictView(verdict, Headline(record)));
  view.set("tiles", Tiles(record));
  view.set("tally", TallyLine(record));
  view.set("seed", std::to_string(record.seed));
  view.set("started", UtcTime(record.started_unix_ms).replace(10, 1, " ") + " UTC");
  view.set("duration", RealTime(record.duration_us));
  view.set("deliveries", Format("{} {}", Thousands(Deliveries(record)),
                                Deliveries(record) == 1 ? "delivery" : "deliveries"));
  SetText(view, "stores",
          record.stores_start_us > 0 ? RealTime(record.stores_start_us) : std::string());
  view.set("version", record.paystorm_version);
  SetText(view, "folder", record.folder);
  SetText(view, "repeat", RepeatCommand(record));
  view.set("exit_code", std::to_string(record.exit_code()));
  view.set("exit_meaning", std::string(ExitMeaning(record.exit_code())));
  Data scenarios{Data::type::list};
  for (size_t i = 0; i < record.scenarios.size(); ++i) {
    const ScenarioRecord& scenario = record.scenarios[i];
    const bool open =
        record.scenarios.size() <= kFewScenarios || scenario.verdict != Verdict::kHolds;
    scenarios << ScenarioView(scenario, Format("s{}", i + 1), open);
  }
  SetList(view, "scenarios", scenarios);
  return view;
}

}  // namespace paystorm::reports
