#include "harness/run/scenario_runner.h"

#include <algorithm>
#include <utility>

#include "harness/check/check.h"
#include "harness/check/sql_check.h"
#include "harness/probe/probe.h"
#include "harness/run/reference_subject.h"
#include "harness/run/run_folder.h"
#include "harness/run/step_runner.h"
#include "mockgw/base/format.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

constexpr char kMarkerTable[] = "paystorm_marker";
constexpr milliseconds kStopLimit{8000};
constexpr milliseconds kOutboxLimit{3000};

int64_t UnixMs(SystemTime time) {
  return std::chrono::floor<milliseconds>(time).time_since_epoch().count();
}

// What a command that repeats the run needs to reach the same server.
std::string SubjectFlags(const RunOptions& options) {
  std::string flags;
  for (const std::string& url : options.subject_urls) flags += " --subject-url " + url;
  if (!options.keys_dir.empty()) flags += " --keys-dir " + options.keys_dir;
  if (options.mysql) {
    flags += Format(" --mysql {} --mysql-user {} --database {}", options.mysql->address,
                    options.mysql->user, options.mysql->database);
  }
  if (options.redis) flags += " --redis " + *options.redis;
  return flags;
}

}  // namespace

ScenarioRunner::ScenarioRunner(const RunWorld& world, const Scenario& scenario, std::string folder,
                               int index)
    : world_(world),
      scenario_(scenario),
      folder_(std::move(folder)),
      index_(index),
      start_(world.clock.Steady()),
      gateway_clock_(world.clock) {
  record_.name = scenario.name;
  record_.proves = scenario.proves;
  record_.file = scenario.file;
  record_.channel = scenario.channel;
  record_.seed = world.options.seed;
  record_.folder = folder_;
  record_.repeat = Format("paystorm run {} --seed {}", scenario.file, world.options.seed);
  record_.started_unix_ms = UnixMs(world.clock.Now());
  if (world.options.subject_urls.empty()) {
    record_.subject = Describe(scenario.subject);
  } else {
    record_.subject = Describe({UrlSubject{world.options.subject_urls}, {}});
    record_.repeat += SubjectFlags(world.options);
  }
  for (const ExpectedFinding& e : scenario.expected) {
    record_.expected.push_back({e.check, e.reason, e.position});
  }
}

bool ScenarioRunner::UsesReference() const {
  return world_.options.subject_urls.empty() &&
         std::holds_alternative<ReferenceSubject>(scenario_.subject.kind);
}

void ScenarioRunner::Log(std::string type, Json data) {
  Event event;
  event.time_us =
      std::chrono::duration_cast<std::chrono::microseconds>(world_.clock.Steady() - start_).count();
  event.gateway_ms = gateway_clock_.Elapsed().count();
  event.type = std::move(type);
  event.data = std::move(data);
  history_.Add(std::move(event));
}

ScenarioRecord ScenarioRunner::Run() {
  Log("run_started", Json{{"scenario", scenario_.name}, {"seed", world_.options.seed}});
  if (auto done = Perform(); !done) record_.error = done.error().message;
  Conclude(record_, doubts_);
  Log("run_ended", Json{{"verdict", ToString(record_.verdict)}});
  record_.history = history_.Snapshot();
  std::stable_sort(record_.history.begin(), record_.history.end(),
                   [](const Event& a, const Event& b) { return a.time_us < b.time_us; });
  record_.gateway_ms = gateway_clock_.Elapsed().count();
  record_.duration_us = record_.history.back().time_us;
  return std::move(record_);
}

const mockgw::Channel& ScenarioRunner::Channel() const {
  const mockgw::Channel* channel = mockgw::FindChannel(scenario_.channel);
  CHECK(channel != nullptr) << "the parser lets no unknown channel pass";
  return *channel;
}

StageStores ScenarioRunner::Stores() const {
  StageStores stores;
  if (UsesReference()) {
    stores.mariadb = world_.mariadb;
    stores.redis = world_.redis;
    stores.has_mysql = true;
    stores.mysql.address = world_.mariadb->address();
    stores.mysql.database = Format("paystorm_{}", index_);
    stores.redis_address = world_.redis->address();
    return stores;
  }
  if (world_.options.mysql) {
    stores.has_mysql = true;
    stores.mysql = *world_.options.mysql;
  }
  stores.redis_address = world_.options.redis.value_or("");
  return stores;
}

Result<void> ScenarioRunner::Perform() {
  const mockgw::Channel& channel = Channel();
  if (const std::string file = channel.MissingKey(world_.keys); !file.empty()) {
    return Invalid(Format("channel {} needs {}/{}", channel.name(), world_.keys_dir, file));
  }
  auto plan =
      MakePlan(scenario_, world_.options.seed, channel.payee(world_.keys), world_.clock.Now());
  if (!plan) return plan.error();
  record_.book = plan->book;
  Stage stage(Stores(), {},
              [this](std::string type, Json data) { Log(std::move(type), std::move(data)); });
  if (auto done = PrepareStores(stage); !done) return done;
  if (auto done = StartSubject(stage); !done) return done;
  Result<void> ran = GiveOrders(stage, *plan);
  if (ran) ran = RunSteps(stage, *plan);
  // What was broken is mended before anything is read, and before the subject has to end well.
  Result<void> healed = stage.HealAll();
  if (ran && healed) Gather(stage);
  StopSubject(stage);
  if (!ran) return ran;
  if (!healed) return healed;
  Judge(stage, *plan);
  return {};
}

Result<void> ScenarioRunner::PrepareStores(Stage& stage) {
  const StageStores& stores = stage.stores();
  if (!UsesReference()) {
    if (!stores.has_mysql) return {};
    auto admin = stage.Admin();
    if (!admin) return admin.error();
    auto marked = (*admin)->Query(Format(
        "SELECT COUNT(*) AS n FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND "
        "TABLE_NAME = '{}'",
        kMarkerTable));
    if (!marked) return marked.error();
    if (marked->At(0, "n") == "0") {
      return Unavailable(Format(
          "the database \"{0}\" was not made for tests: paystorm writes orders only where it finds "
          "the table {1}; make it with CREATE TABLE {1} (id INT)",
          stores.mysql.database, kMarkerTable));
    }
    return {};
  }
  MysqlAddress server = stores.mysql;
  server.database.clear();
  auto connection = ConnectMysql(server);
  if (!connection) return connection.error();
  auto made =
      (*connection)->Execute("CREATE DATABASE " + stores.mysql.database + " CHARACTER SET utf8mb4");
  if (!made) return made.error();
  auto redis = stage.Redis();
  if (!redis) return redis.error();
  if (auto flushed = (*redis)->FlushAll(); !flushed) return flushed;
  if (scenario_.redis_absent) {
    auto stopped = stage.CarryOut({FaultAction::Kind::kStopRedis, {}, {}});
    if (!stopped) return stopped.error();
  }
  return {};
}

Result<void> ScenarioRunner::StartSubject(Stage& stage) {
  if (!UsesReference()) {
    std::vector<std::string> urls = world_.options.subject_urls;
    if (urls.empty()) urls = std::get<UrlSubject>(scenario_.subject.kind).urls;
    for (const std::string& url : urls) {
      auto instance = AttachUrl(url);
      if (!instance) return instance.error();
      stage.instances().push_back(std::move(instance).value());
    }
    return {};
  }
  const auto& reference = std::get<ReferenceSubject>(scenario_.subject.kind);
  ReferenceSetup setup;
  setup.program = world_.options.reference_program;
  setup.keys_dir = world_.keys_dir;
  setup.mysql_address = stage.stores().mysql.address;
  setup.database = stage.stores().mysql.database;
  setup.redis_address = stage.stores().redis_address;
  setup.folder = folder_;
  setup.keys = world_.keys;
  for (int i = 0; i < reference.instances; ++i) {
    auto instance = StartCommand(ReferenceCommand(reference, setup, i));
    if (!instance) return instance.error();
    Log("subject_ready", Json{{"instance", i}, {"url", (*instance)->base_url()}});
    stage.instances().push_back(std::move(instance).value());
  }
  return {};
}

Result<void> ScenarioRunner::GiveOrders(Stage& stage, const Plan& plan) {
  if (!stage.has_mysql()) {
    record_.warnings.push_back(
        "no database is known for this subject, so no order was created and no table is read; "
        "name it with --mysql and --database");
    return {};
  }
  auto admin = stage.Admin();
  if (!admin) return admin.error();
  for (const std::string& statement : TransitionTrigger()) {
    if (auto done = (*admin)->Execute(statement); !done) return done.error();
  }
  const mockgw::Payee payee = Channel().payee(world_.keys);
  for (const PlannedOrder& order : plan.orders) {
    auto inserted = (*admin)->Execute(
        "INSERT INTO `order` (order_no, status, amount_minor, currency, channel, mchid, appid) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        {order.order_no, order.status, std::to_string(order.amount_minor), order.currency,
         scenario_.channel, payee.mchid, payee.appid});
    if (!inserted && inserted.error().message.ends_with("(1062)")) {
      return Invalid(
          Format("order {} is there already, from an earlier run with this seed; choose "
                 "another --seed",
                 order.order_no));
    }
    if (!inserted) return inserted.error();
    Log("order_given", Json{{"order_no", order.order_no},
                            {"status", order.status},
                            {"amount_minor", order.amount_minor}});
  }
  return {};
}

Result<void> ScenarioRunner::RunSteps(Stage& stage, const Plan& plan) {
  mockgw::CurlClient http;
  mockgw::Sender sender(Channel(), world_.keys, http, world_.clock, gateway_clock_, start_,
                        world_.options.seed);
  StepRunner runner({stage, sender, gateway_clock_, world_.clock, record_.book, record_.storms,
                     doubts_,
                     [this](std::string type, Json data) { Log(std::move(type), std::move(data)); },
                     "/notify/" + scenario_.channel, world_.options.interrupted});
  for (const PlannedStep& step : plan.steps) {
    if (auto done = runner.Run(step); !done) return done;
  }
  // The book lists deliveries in the order of sending, also those that overlapped.
  std::sort(record_.book.deliveries.begin(), record_.book.deliveries.end(),
            [](const auto& a, const auto& b) { return a.start_us < b.start_us; });
  uint64_t id = 1;
  for (mockgw::Delivery& delivery : record_.book.deliveries) delivery.id = id++;
  return {};
}

void ScenarioRunner::Gather(Stage& stage) {
  Evidence& evidence = record_.evidence;
  if (stage.has_mysql()) {
    // A publisher in the background may still be at work; what it has not done by then is a
    // finding.
    const SteadyTime give_up = world_.clock.Steady() + kOutboxLimit;
    while (stage.redis_running() && world_.clock.Steady() < give_up) {
      auto admin = stage.Admin();
      if (!admin) break;
      auto open = (*admin)->Query("SELECT COUNT(*) AS n FROM outbox WHERE published_at IS NULL");
      if (!open || open->At(0, "n") == "0") break;
      world_.clock.SleepFor(milliseconds(10));
    }
    ReadTables(stage.stores().mysql, ReferenceMapping(), evidence);
  } else {
    for (const TableMapping& one : ReferenceMapping()) {
      evidence.missing[one.table] = "no database is known for this subject";
    }
  }
  if (stage.stores().redis_address.empty()) {
    evidence.missing["events"] = "no Redis is known for this subject";
  } else {
    ReadEvents(stage.stores().redis_address, evidence);
  }
  for (size_t i = 0; i < stage.instances().size(); ++i) {
    const SubjectInstance& instance = *stage.instances()[i];
    if (!instance.ours()) {
      evidence.missing["subject_log"] = "the log of a subject that runs elsewhere is not known";
      continue;
    }
    ReadLog(std::string(1, static_cast<char>('a' + i)), instance.LogLines(), evidence);
  }
  Log("evidence_read",
      Json{{"tables", evidence.tables.size()}, {"missing", evidence.missing.size()}});
}

void ScenarioRunner::StopSubject(Stage& stage) {
  for (const auto& instance : stage.instances()) {
    if (!instance->ours() || !instance->running()) continue;
    auto code = instance->Stop(kStopLimit);
    if (!code) {
      record_.warnings.push_back(code.error().message);
    } else if (*code != 0) {
      record_.warnings.push_back(
          Format("{} ended with code {} after SIGTERM", instance->base_url(), *code));
    }
    Log("subject_stopped", Json{{"url", instance->base_url()}, {"code", code ? *code : -1}});
  }
}

void ScenarioRunner::Judge(Stage& stage, const Plan& plan) {
  const std::vector<Event> events = history_.Snapshot();
  const CheckInput input = {record_.book, events, record_.evidence};
  for (size_t i = 0; i < scenario_.checks.size(); ++i) {
    if (const auto* named = std::get_if<NamedCheck>(&scenario_.checks[i])) {
      const Check* check = FindCheck(named->name);
      CHECK(check != nullptr) << "the parser lets no unknown check pass";
      record_.checks.push_back(RunCheck(*check, input, named->position));
      continue;
    }
    const auto& sql = std::get<SqlCheck>(scenario_.checks[i]);
    std::vector<SqlOutcome> outcomes;
    for (const PlannedSql& planned : plan.sql) {
      if (planned.check_index != i) continue;
      Result<Table> read = [&]() -> Result<Table> {
        if (!stage.has_mysql()) return Unavailable("no database is known for this subject");
        auto connection = ConnectMysql(stage.stores().mysql);
        if (!connection) return connection.error();
        if (auto done = (*connection)->MakeReadOnly(); !done) return done.error();
        return (*connection)->Query(planned.statement);
      }();
      outcomes.push_back({planned.wave, planned.statement, planned.equals, std::move(read)});
    }
    record_.checks.push_back(JudgeSql(sql.statement, outcomes, sql.position));
  }
}

}  // namespace paystorm
