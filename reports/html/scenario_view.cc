#include <algorithm>
#include <map>
#include <utility>

#include "mockgw/base/format.h"
#include "reports/html/svg.h"
#include "reports/html/view.h"
#include "reports/phrases.h"
#include "reports/text.h"
#include "reports/timeline.h"

namespace paystorm::reports {
namespace {

constexpr size_t kMostFindingRows = 20;
constexpr size_t kMostEvidenceRows = 20;
constexpr size_t kMostDeliveryRows = 60;
constexpr int kMostCellColumns = 160;

std::string YesNo(bool yes) { return yes ? "yes" : "no"; }

Data FindingView(const ScenarioRecord& scenario, const CheckResult& check, const Finding& finding) {
  Data view;
  view.set("reason", finding.reason);
  SetText(view, "about", finding.about);
  view.set("want", finding.want);
  view.set("got", finding.got);
  view.set("expected", Data(check.verdict == Verdict::kViolated &&
                            IsExpected(scenario, check.name, finding.reason)));
  Data tables{Data::type::list};
  for (const Table& table : finding.rows) tables << TableView(table, kMostFindingRows);
  SetList(view, "tables", tables);
  return view;
}

Data CheckView(const ScenarioRecord& scenario, const CheckResult& check) {
  Data view;
  const bool as_expected = ViolatedAsExpected(scenario, check);
  Data verdict =
      VerdictView(check.verdict, as_expected ? "found as expected" : VerdictPhrase(check.verdict));
  if (as_expected) {
    verdict.set("kind", "found");
    verdict.set("sign", "✓");
  }
  view.set("verdict", verdict);
  view.set("name", check.name);
  view.set("is_sql", Data(check.name == "sql"));
  SetText(view, "title", check.title == check.name ? std::string() : check.title);
  view.set("examined", Thousands(check.examined));
  SetText(view, "position", check.position.ToString());
  Data findings{Data::type::list};
  for (const Finding& finding : check.findings) findings << FindingView(scenario, check, finding);
  SetList(view, "findings", findings);
  const int64_t more = check.findings_total - static_cast<int64_t>(check.findings.size());
  SetText(view, "more_findings", more > 0 ? Count(more, "more finding") : std::string());
  return view;
}

Data Expectations(const ScenarioRecord& scenario) {
  Data list{Data::type::list};
  for (const Expectation& expected : scenario.expected) {
    const bool found = Appeared(scenario, expected);
    Data view;
    view.set("kind", found ? "found" : "violated");
    view.set("sign", found ? "✓" : "✗");
    view.set("words", found ? "found" : "not found");
    view.set("finding", FindingName(expected.check, expected.reason));
    list << view;
  }
  return list;
}

Data Storms(const ScenarioRecord& scenario, const std::string& id) {
  std::map<std::string, int, std::less<>> waves;
  for (const auto& entry : scenario.book.notifications) {
    waves[entry.notification.notify_id] = entry.wave;
  }
  std::map<std::pair<int, int>, std::vector<const mockgw::Delivery*>> sent;
  for (const mockgw::Delivery& delivery : scenario.book.deliveries) {
    if (delivery.in_storm) sent[{delivery.step, waves[delivery.notify_id]}].push_back(&delivery);
  }
  Data list{Data::type::list};
  for (size_t i = 0; i < scenario.storms.size(); ++i) {
    const StormStats& storm = scenario.storms[i];
    const std::string wave_id = Format("{}-w{}", id, i + 1);
    Data view;
    view.set("name", Format("step {}, wave {}", storm.step + 1, storm.wave));
    view.set("line", StormLine(storm));
    view.set("facts",
             Format("{} on {}, answered within {}, {} released before the first answer",
                    Thousands(storm.deliveries), Count(storm.connections, "connection"),
                    RealTime(storm.duration_us), Thousands(storm.released_before_first_answer)));
    view.set("split", SplitBarSvg(storm, wave_id + "s"));
    SetText(view, "answers", AnswersSvg(sent[{storm.step, storm.wave}], wave_id + "a"));
    list << view;
  }
  return list;
}

Data Legend(const ScenarioRecord& scenario) {
  std::vector<std::pair<std::string_view, std::string_view>> keys;
  const auto add = [&keys](std::string_view key, std::string_view label) {
    if (std::find(keys.begin(), keys.end(), std::pair(key, label)) == keys.end()) {
      keys.emplace_back(key, label);
    }
  };
  for (const StormStats& storm : scenario.storms) {
    for (const SplitPart& part : StormSplit(storm)) add(part.key, part.label);
  }
  Data list{Data::type::list};
  for (const auto& [key, label] : keys) {
    Data view;
    view.set("key", std::string(key));
    const bool layer = label.starts_with("the ");
    view.set("label", Format("{}{}", layer ? "turned away by " : "", label));
    list << view;
  }
  return list;
}

Table DeliveriesTable(const ScenarioRecord& scenario) {
  Table table{"deliveries",
              "",
              {"#", "gateway time", "notification", "attempt", "kind", "instance", "HTTP",
               "acknowledgement", "took", "reason"},
              {}};
  for (const mockgw::Delivery& d : scenario.book.deliveries) {
    if (d.in_storm) continue;
    table.rows.push_back({std::to_string(d.id), GatewayTime(d.gateway_ms), d.notify_id,
                          std::to_string(d.attempt), std::string(mockgw::ToString(d.variant)),
                          std::to_string(d.instance + 1),
                          d.status == 0 ? std::string("none") : std::to_string(d.status),
                          std::string(mockgw::ToString(d.acknowledgement)),
                          RealTime(d.end_us - d.start_us), d.reason});
  }
  return table;
}

Table NotificationsTable(const ScenarioRecord& scenario) {
  Table table{"notifications sent",
              "the gateway book",
              {"as", "wave", "notify_id", "kind", "order_no", "trade_no", "amount_minor",
               "acceptable", "acknowledged"},
              {}};
  for (const mockgw::NotificationEntry& entry : scenario.book.notifications) {
    const mockgw::Notification& n = entry.notification;
    table.rows.push_back({entry.label, std::to_string(entry.wave), n.notify_id,
                          std::string(mockgw::ToString(n.kind)), n.order_no, n.trade_no,
                          std::to_string(n.amount_minor), YesNo(entry.acceptable),
                          YesNo(scenario.book.Acknowledged(n.notify_id))});
  }
  return table;
}

Data Evidences(const ScenarioRecord& scenario) {
  Data list{Data::type::list};
  for (const auto& [name, table] : scenario.evidence.tables) {
    list << TableView(table, kMostEvidenceRows);
  }
  return list;
}

Data Missing(const ScenarioRecord& scenario) {
  Data list{Data::type::list};
  for (const auto& [name, why] : scenario.evidence.missing) {
    Data view;
    view.set("name", name);
    view.set("why", why);
    list << view;
  }
  return list;
}

Data Warnings(const ScenarioRecord& scenario) {
  Data list{Data::type::list};
  for (const std::string& warning : scenario.warnings) {
    Data view;
    view.set("text", warning);
    list << view;
  }
  return list;
}

void SetHead(Data& view, const ScenarioRecord& scenario) {
  Data verdict = VerdictView(scenario.verdict, VerdictPhrase(scenario));
  if (VerdictPhrase(scenario) == "found") verdict.set("kind", "found");
  view.set("verdict", verdict);
  view.set("name", scenario.name);
  view.set("proves", scenario.proves);
  view.set("summary", SummaryLine(scenario));
  view.set("checks_count", scenario.checks.empty()
                               ? std::string("-")
                               : Format("{}/{}", ChecksAsWanted(scenario), scenario.checks.size()));
  view.set("delivery_count", Thousands(static_cast<int64_t>(scenario.book.deliveries.size())));
  view.set("duration", RealTime(scenario.duration_us));
  SetText(view, "gateway_time",
          scenario.gateway_ms > 0 ? GatewayTime(scenario.gateway_ms) : std::string());
  SetText(view, "file", scenario.file);
  SetText(view, "channel", scenario.channel);
  SetText(view, "subject", scenario.subject);
  view.set("seed", std::to_string(scenario.seed));
  SetText(view, "error", scenario.error);
  SetText(view, "hint", scenario.hint);
  SetText(view, "folder", scenario.folder);
  SetText(view, "repeat", scenario.repeat);
}

void SetTimeline(Data& view, const ScenarioRecord& scenario, const std::string& id) {
  const Timeline timeline = BuildTimeline(scenario);
  SetText(view, "timeline",
          timeline.worth_drawing ? TimelineSvg(timeline, id + "-t") : std::string());
  const auto has = [&timeline](TimelineMark::Kind kind) {
    return Data(std::any_of(timeline.lanes.begin(), timeline.lanes.end(), [&](const auto& lane) {
      return std::any_of(lane.marks.begin(), lane.marks.end(),
                         [&](const TimelineMark& mark) { return mark.kind == kind; });
    }));
  };
  view.set("has_broken", has(TimelineMark::Kind::kBroken));
  view.set("has_moment", has(TimelineMark::Kind::kMoment));
  view.set("has_wave", has(TimelineMark::Kind::kStorm));
  view.set("has_skip", Data(std::any_of(timeline.columns.begin(), timeline.columns.end(),
                                        [](const TimelineColumn& c) { return c.skipped_ms > 0; })));
  std::string left_off;
  if (timeline.columns_left_off > 0) {
    left_off = Count(static_cast<int64_t>(timeline.columns_left_off), "later event");
  }
  if (timeline.lanes_left_off > 0) {
    left_off += (left_off.empty() ? "" : " and ") +
                Count(static_cast<int64_t>(timeline.lanes_left_off), "more lane");
  }
  SetText(view, "left_off", left_off);
}

}  // namespace

Data TableView(const Table& table, size_t most_rows) {
  Data view;
  view.set("table_name", table.name);
  SetText(view, "source", table.source);
  view.set("row_count", Count(static_cast<int64_t>(table.rows.size()), "row"));
  Data columns{Data::type::list};
  for (const std::string& column : table.columns) {
    Data cell;
    cell.set("column", column);
    columns << cell;
  }
  SetList(view, "columns", columns);
  Data rows{Data::type::list};
  const size_t shown = std::min(table.rows.size(), most_rows);
  for (size_t i = 0; i < shown; ++i) {
    Data cells{Data::type::list};
    for (const Cell& value : table.rows[i]) {
      Data cell;
      cell.set("null", Data(!value.has_value()));
      cell.set("value", value ? Truncate(OneLine(*value), kMostCellColumns) : std::string());
      cells << cell;
    }
    Data row;
    row.set("cells", cells);
    rows << row;
  }
  SetList(view, "rows", rows);
  const size_t more = table.rows.size() - shown;
  SetText(view, "more_rows",
          more > 0 ? Count(static_cast<int64_t>(more), "more row") : std::string());
  return view;
}

Data ScenarioView(const ScenarioRecord& scenario, const std::string& id, bool open) {
  Data view;
  view.set("id", id);
  view.set("open", Data(open));
  SetHead(view, scenario);
  SetList(view, "expected", Expectations(scenario));
  Data checks{Data::type::list};
  for (const CheckResult& check : scenario.checks) checks << CheckView(scenario, check);
  SetList(view, "checks", checks);
  SetList(view, "storms", Storms(scenario, id));
  SetList(view, "legend", Legend(scenario));
  SetTimeline(view, scenario, id);
  SetList(view, "warnings", Warnings(scenario));
  SetList(view, "missing", Missing(scenario));
  const Table deliveries = DeliveriesTable(scenario);
  Data books{Data::type::list};
  if (!deliveries.rows.empty()) books << TableView(deliveries, kMostDeliveryRows);
  const Table notifications = NotificationsTable(scenario);
  if (!notifications.rows.empty()) books << TableView(notifications, kMostEvidenceRows);
  SetList(view, "books", books);
  SetList(view, "evidence", Evidences(scenario));
  return view;
}

}  // namespace paystorm::reports
