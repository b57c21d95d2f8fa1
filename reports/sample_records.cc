#include "reports/sample_records.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "mockgw/base/format.h"

namespace paystorm::reports {
namespace {

using mockgw::Acknowledgement;
using mockgw::Variant;

constexpr int64_t kStarted = 1767323045000;  // 2026-01-02 03:04:05 UTC

// A run of which everything is known before anything is judged.
RunRecord Run(std::string command) {
  RunRecord record;
  record.paystorm_version = "0.1.0";
  record.command = std::move(command);
  record.seed = 42;
  record.started_unix_ms = kStarted;
  record.duration_us = 4'210'000;
  record.stores_start_us = 640'000;
  record.folder = "runs/20260102-030405-scenarios";
  return record;
}

ScenarioRecord Scenario(const std::string& name, const std::string& proves) {
  ScenarioRecord scenario;
  scenario.name = name;
  scenario.proves = proves;
  scenario.file = "scenarios/pass/" + name + ".yaml";
  scenario.channel = "wxpay";
  scenario.subject = "reference, 1 instance";
  scenario.seed = 42;
  scenario.folder = "runs/20260102-030405-scenarios/" + name;
  scenario.repeat = Format("paystorm run {} --seed 42", scenario.file);
  scenario.started_unix_ms = kStarted;
  scenario.duration_us = 1'180'000;
  return scenario;
}

CheckResult Holds(const ScenarioRecord& scenario, const std::string& name, const std::string& title,
                  int line) {
  CheckResult check;
  check.name = name;
  check.title = title;
  check.position = {scenario.file, line, 5};
  check.examined = 2;
  return check;
}

void AddChecks(ScenarioRecord& scenario) {
  const std::array<std::pair<const char*, const char*>, 4> checks = {{
      {"exactly_once_effect", "Every accepted notification took effect exactly once."},
      {"acknowledged_implies_durable", "What was acknowledged is in the tables."},
      {"legal_transitions_only", "Orders moved only along the edges of the state machine."},
      {"event_published_once", "Each effect was published exactly once."},
  }};
  int line = 14;
  for (const auto& [name, title] : checks) {
    scenario.checks.push_back(Holds(scenario, name, title, line++));
  }
  scenario.checks.push_back(
      Holds(scenario, "sql", "SELECT COUNT(*) FROM payment_record WHERE order_no = 'A1'", line));
}

void Conclude(ScenarioRecord& scenario) {
  scenario.verdict = Verdict::kHolds;
  scenario.summary = Format("{} of {} checks hold", scenario.checks.size(), scenario.checks.size());
}

void AddOrder(ScenarioRecord& scenario, const std::string& order, const std::string& label,
              int wave) {
  mockgw::NotificationEntry entry;
  entry.notification.notify_id = "EV-2026010203040500" + order;
  entry.notification.order_no = order;
  entry.notification.trade_no = "4200002026" + order;
  entry.notification.amount_minor = 9900;
  entry.notification.created_at = SystemTime(std::chrono::milliseconds(kStarted));
  entry.label = label;
  entry.wave = wave;
  scenario.book.payments.push_back({order, entry.notification.trade_no, 9900, "CNY"});
  scenario.book.notifications.push_back(entry);
}

mockgw::Delivery& Deliver(ScenarioRecord& scenario, const std::string& order, int attempt,
                          int64_t gateway_ms, int64_t start_us, int64_t took_us, int status) {
  mockgw::Delivery delivery;
  delivery.id = scenario.book.deliveries.size() + 1;
  delivery.notify_id = "EV-2026010203040500" + order;
  delivery.attempt = attempt;
  delivery.gateway_ms = gateway_ms;
  delivery.start_us = start_us;
  delivery.end_us = start_us + took_us;
  delivery.status = status;
  if (status == 200) {
    delivery.acknowledgement = Acknowledgement::kAcknowledged;
  } else if (status != 0) {
    delivery.acknowledgement = Acknowledgement::kRefused;
    delivery.body = R"({"code":"FAIL","message":"try again"})";
    delivery.reason = Format("HTTP {}", status);
  } else {
    delivery.reason = "no full answer within 5000 ms";
  }
  scenario.book.deliveries.push_back(delivery);
  return scenario.book.deliveries.back();
}

void Happen(ScenarioRecord& scenario, int64_t time_us, int64_t gateway_ms, const char* type,
            Json data) {
  scenario.history.push_back({time_us, gateway_ms, type, std::move(data)});
}

// One wave: the first is processed, the others are turned away, late ones by the notify log.
void AddWave(ScenarioRecord& scenario, int wave, int deliveries, const std::string& order) {
  const int64_t begin = 100'000 + int64_t{wave} * 400'000;
  StormStats storm;
  storm.wave = wave;
  storm.deliveries = deliveries;
  storm.connections = 50;
  storm.release_spread_us_p50 = 400;
  storm.release_spread_us_max = 1100;
  storm.released_before_first_answer = 50;
  storm.most_in_flight = 50;
  for (int i = 0; i < deliveries; ++i) {
    const int64_t took = 2000 + (i * 37 % 1000) * 180 + i * 20;
    const bool last_fifth = i * 5 >= deliveries * 4;
    mockgw::Delivery& delivery =
        Deliver(scenario, order, i + 1, wave * 400, begin, took, i == 0 || last_fifth ? 200 : 503);
    delivery.in_storm = true;
    (delivery.status == 200 ? storm.acknowledged : storm.refused) += 1;
    storm.duration_us = std::max(storm.duration_us, took);
  }
  storm.processed = 1;
  storm.turned_away_lock = storm.refused;
  storm.turned_away_notify_log = storm.acknowledged - 1;
  scenario.storms.push_back(storm);
}

ScenarioRecord StormScenario(int waves, int deliveries) {
  ScenarioRecord scenario = Scenario(
      "duplicate-storm", "1,000 copies of one notification on 50 connections leave one effect.");
  Table payments{"payments",
                 "SELECT trade_no, order_no, amount_minor FROM payment_record",
                 {"trade_no", "order_no", "amount_minor", "notify_id"},
                 {}};
  for (int wave = 1; wave <= waves; ++wave) {
    const std::string order = Format("A{}", wave);
    AddOrder(scenario, order, "paid", wave);
    AddWave(scenario, wave, deliveries, order);
    payments.rows.push_back({"4200002026" + order, order, "9900", "EV-2026010203040500" + order});
  }
  Deliver(scenario, "A1", deliveries + 1, 4000, 4'000'000, 3100, 200).step = 1;
  scenario.evidence.tables["payments"] = payments;
  AddChecks(scenario);
  Conclude(scenario);
  return scenario;
}

// The sixteen attempts of WeChat Pay, as seconds since the first.
constexpr std::array<int64_t, 16> kLadder = {0,    15,   30,    60,    240,   840,   2040,  3840,
                                             5640, 7440, 11040, 21840, 32640, 43440, 65040, 86640};

ScenarioRecord LadderScenario(size_t attempts, size_t failing) {
  ScenarioRecord scenario = Scenario(
      "whole-ladder", "A subject that fails is asked again until it has taken the payment.");
  scenario.gateway_ms = 1000 * kLadder[attempts - 1];
  AddOrder(scenario, "B1", "paid", 1);
  Happen(scenario, 0, 0, "subject_ready", Json{{"instance", 0}});
  Happen(scenario, 900, 0, "fault_injected", {{"kind", "stop_redis"}});
  Happen(scenario, 950, 0, "fault_injected",
         {{"kind", "reject_writes"}, {"table", "payment_record"}});
  int64_t now = 1000;
  for (size_t i = 0; i < attempts; ++i) {
    const int status = i >= failing ? 200 : (i % 3 == 1 ? 0 : 500);
    Deliver(scenario, "B1", static_cast<int>(i) + 1, kLadder[i] * 1000, now, 8000, status);
    now += 12'000;
    if (i == 1)
      Happen(scenario, now - 100, kLadder[i] * 1000, "fault_healed", {{"kind", "start_redis"}});
    if (i + 1 == failing) {
      Happen(scenario, now - 90, kLadder[i] * 1000, "fault_fired",
             {{"kind", "reject_writes"}, {"times", failing}});
      Happen(scenario, now - 80, kLadder[i] * 1000, "fault_healed",
             {{"kind", "allow_writes"}, {"table", "payment_record"}});
    }
  }
  scenario.evidence.tables["notifications"] = {
      "notifications",
      "SELECT * FROM payment_notify_log",
      {"channel", "notify_id", "state", "attempts"},
      {{"wxpay", "EV-2026010203040500B1", "done", std::to_string(attempts)}}};
  AddChecks(scenario);
  Conclude(scenario);
  return scenario;
}

// exactly_once_effect is violated for `reason`, with the two rows that show it.
void Violate(ScenarioRecord& scenario, const std::string& reason) {
  CheckResult& check = scenario.checks[0];
  check.verdict = Verdict::kViolated;
  check.findings_total = 1;
  Table rows{"payments",
             "SELECT trade_no, order_no, notify_id FROM payment_record",
             {"id", "trade_no", "order_no", "notify_id"},
             {}};
  for (int i = 1; i <= 7; ++i) {
    rows.rows.push_back(
        {std::to_string(i), "4200002026A1", "A1", i == 2 ? Cell() : Cell("EV-2026010203040500A1")});
  }
  check.findings = {{reason, "A1", "1 row in payments for trade 4200002026A1", "7 rows", {rows}}};
  scenario.verdict = Verdict::kViolated;
  scenario.summary = Format("{} ({}): wanted {}, got {}", check.name, reason,
                            check.findings[0].want, check.findings[0].got);
}

}  // namespace

RunRecord AllHold() {
  RunRecord record = Run("paystorm run scenarios/pass");
  record.scenarios = {StormScenario(2, 40), LadderScenario(16, 15)};
  return record;
}

RunRecord OneViolated() {
  RunRecord record = Run("paystorm run scenarios/pass --seed 42");
  ScenarioRecord violated = StormScenario(1, 40);
  violated.name = "check-then-act";
  violated.subject = "reference, 1 instance, defect check-then-act";
  Violate(violated, "twice");
  violated.checks[0].findings_total = 31;
  CheckResult& lost = violated.checks[1];
  lost.verdict = Verdict::kViolated;
  lost.findings_total = 1;
  lost.findings = {{"acknowledged_but_lost",
                    "A2",
                    "the payment of order A2, acknowledged by delivery 41",
                    "no row in payments, order pending",
                    {}}};
  violated.warnings = {"the lock layer is switched off: --disable-layer lock"};
  violated.storms[0].processed = -1;
  record.scenarios = {violated, LadderScenario(4, 3)};
  return record;
}

RunRecord ExpectedFindings() {
  RunRecord record = Run("paystorm run scenarios/find");
  ScenarioRecord found = StormScenario(1, 20);
  found.name = "local-lock";
  Violate(found, "twice");
  found.expected = {{"exactly_once_effect", "twice", {found.file, 21, 5}}};
  found.verdict = Verdict::kHolds;
  found.summary = "found as expected: exactly_once_effect (twice)";
  ScenarioRecord missing = LadderScenario(2, 1);
  missing.name = "order-number-key";
  missing.expected = {
      {"acknowledged_implies_durable", "acknowledged_but_lost", {missing.file, 22, 5}}};
  missing.verdict = Verdict::kViolated;
  missing.summary =
      "the expected finding acknowledged_implies_durable (acknowledged_but_lost) did not appear";
  record.scenarios = {found, missing};
  return record;
}

RunRecord CouldNotTell() {
  RunRecord record = Run("paystorm run scenarios/pass");
  ScenarioRecord storm = StormScenario(1, 10);
  storm.verdict = Verdict::kInconclusive;
  storm.error =
      "scenarios/pass/duplicate-storm.yaml:10:5: the storm of wave 1 did not overlap: "
      "1 deliveries were under way at once";
  storm.hint = "use more connections, or a subject whose handler takes longer";
  storm.summary = storm.error;
  ScenarioRecord blind = LadderScenario(1, 0);
  CheckResult& check = blind.checks[3];
  check.verdict = Verdict::kInconclusive;
  check.findings_total = 1;
  check.findings = {{"evidence_missing",
                     "",
                     "the table events",
                     "it could not be read: Redis does not answer at /run/redis.sock",
                     {}}};
  blind.evidence.missing["events"] = "Redis does not answer at /run/redis.sock";
  blind.verdict = Verdict::kInconclusive;
  blind.error = "event_published_once could not tell: " + check.findings[0].got;
  blind.summary = blind.error;
  record.scenarios = {storm, blind};
  return record;
}

RunRecord CouldNotRun() {
  RunRecord record = Run("paystorm run scenarios/pass");
  ScenarioRecord broken = Scenario("two-instances", "Two instances behind one gateway act as one.");
  broken.verdict = Verdict::kError;
  broken.error =
      "the subject exited with code 1 before it was ready: address already in use "
      "(127.0.0.1:9080); see subject-1.log";
  broken.hint = "choose another port, or leave the port to paystorm";
  broken.summary = broken.error;
  broken.duration_us = 31'000;
  record.scenarios = {broken, LadderScenario(2, 1)};
  return record;
}

RunRecord Overlapping() {
  RunRecord record = Run("paystorm run scenarios/pass/killed-in-the-middle.yaml");
  ScenarioRecord scenario =
      Scenario("killed-in-the-middle", "A process that dies in the first delivery loses nothing.");
  scenario.subject = "reference, 2 instances";
  scenario.gateway_ms = 31'000;
  AddOrder(scenario, "C1", "paid", 1);
  AddOrder(scenario, "C2", "other_link", 1);
  Happen(scenario, 500, 0, "fault_injected", {{"kind", "hold_order"}, {"order_no", "C1"}});
  Deliver(scenario, "C1", 1, 0, 1000, 90'000, 0).reason = "connection reset";
  Happen(scenario, 20'000, 19, "fault_fired", {{"kind", "hold_order"}});
  Deliver(scenario, "C1", 2, 30, 30'000, 9000, 503).instance = 1;
  Deliver(scenario, "C2", 1, 45, 45'000, 70'000, 200).instance = 1;
  Happen(scenario, 80'000, 80, "subject_killed", {{"instance", 0}});
  Happen(scenario, 80'100, 80, "fault_injected", {{"kind", "kill_subject"}});
  Happen(scenario, 95'000, 95, "fault_healed", {{"kind", "release_order"}, {"order_no", "C1"}});
  Happen(scenario, 130'000, 130, "subject_ready", {{"instance", 0}});
  Deliver(scenario, "C1", 3, 15'000, 140'000, 6000, 401).variant = Variant::kTampered;
  Deliver(scenario, "C1", 4, 15'010, 150'000, 6000, 401).variant = Variant::kProbe;
  Deliver(scenario, "C1", 5, 31'000, 160'000, 6000, 200);
  AddChecks(scenario);
  Conclude(scenario);
  record.scenarios = {scenario};
  return record;
}

RunRecord Hostile() {
  const std::string evil =
      "<script>alert(\"1\")</script> & ]]> '{{name}}' \x1B[31mred\x07 \xFF\xC0\x80 "
      "\xEF\xBF\xBF \xE2\x80\xAE支付成功\r\n\t" +
      std::string(1, '\0') + "end";
  RunRecord record = Run("paystorm run " + evil);
  record.folder = evil;
  ScenarioRecord scenario = StormScenario(1, 4);
  for (std::string* text :
       {&scenario.name, &scenario.proves, &scenario.file, &scenario.channel, &scenario.subject,
        &scenario.hint, &scenario.folder, &scenario.repeat}) {
    *text = evil;
  }
  Violate(scenario, evil);
  CheckResult& check = scenario.checks[0];
  check.name = check.title = check.position.file = evil;
  check.findings[0] = {evil, evil, evil, evil, {{evil, evil, {evil, "n"}, {{evil, Cell()}}}}};
  scenario.summary = evil + std::string(500, 'x');
  scenario.warnings = {evil};
  scenario.expected = {{evil, "other" + evil, {evil, 1, 1}}};
  scenario.evidence.tables[evil] = check.findings[0].rows[0];
  scenario.evidence.missing[evil] = evil;
  scenario.book.notifications[0].label = evil;
  scenario.book.deliveries.back().reason = evil;
  Happen(scenario, 200'000, 0, "fault_injected", {{"kind", evil}, {"table", evil}});
  record.scenarios = {scenario, scenario};
  return record;
}

RunRecord Big(int waves, int deliveries) {
  RunRecord record = Run("paystorm run scenarios/pass/duplicate-storm.yaml");
  record.scenarios = {StormScenario(waves, deliveries)};
  return record;
}

std::vector<NamedRecord> AllSamples() {
  return {{"all_hold", AllHold()},
          {"one_violated", OneViolated()},
          {"expected", ExpectedFindings()},
          {"could_not_tell", CouldNotTell()},
          {"could_not_run", CouldNotRun()},
          {"overlapping", Overlapping()},
          {"hostile", Hostile()}};
}

}  // namespace paystorm::reports
