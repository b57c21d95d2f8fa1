#include "harness/run/run.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>

#include "harness/process/temp_folder.h"
#include "harness/run/run_folder.h"
#include "harness/run/scenario_runner.h"
#include "harness/services/services.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/keys.h"

namespace paystorm {
namespace {

bool NeedsReference(const std::vector<Scenario>& scenarios, const RunOptions& options) {
  if (!options.subject_urls.empty()) return false;
  return std::any_of(scenarios.begin(), scenarios.end(), [](const Scenario& scenario) {
    return std::holds_alternative<ReferenceSubject>(scenario.subject.kind);
  });
}

Result<mockgw::ChannelKeys> Keys(const std::string& given, const std::string& folder) {
  std::error_code code;
  const bool there = !given.empty() && std::filesystem::exists(given, code);
  return there ? mockgw::LoadKeys(given) : mockgw::MakeKeys(folder);
}

struct PrivateStores {
  std::unique_ptr<PrivateServer> mariadb;
  std::unique_ptr<PrivateServer> redis;
};

Result<PrivateStores> StartStores(const std::string& folder, bool keep) {
  // Together, since each waits for its own server most of the time.
  auto redis = std::async(std::launch::async, [&] { return StartRedis(folder + "/redis", keep); });
  auto mariadb = StartMariaDb(folder + "/mariadb", keep);
  auto second = redis.get();
  if (!mariadb) return mariadb.error();
  if (!second) return second.error();
  return PrivateStores{std::move(mariadb).value(), std::move(second).value()};
}

std::string RunName(const std::vector<Scenario>& scenarios) {
  return scenarios.size() == 1 ? scenarios[0].name : Format("{}-scenarios", scenarios.size());
}

// Two scenarios of one name, from two files, need two folders.
std::string FolderName(const std::vector<Scenario>& scenarios, size_t index) {
  const auto same =
      std::count_if(scenarios.begin(), scenarios.begin() + static_cast<long>(index),
                    [&](const Scenario& s) { return s.name == scenarios[index].name; });
  return same == 0 ? scenarios[index].name : Format("{}-{}", scenarios[index].name, same + 1);
}

Result<void> RunEach(const std::vector<Scenario>& scenarios, const RunWorld& world,
                     RunRecord& record) {
  const RunOptions& options = world.options;
  for (size_t i = 0; i < scenarios.size(); ++i) {
    if (options.interrupted != nullptr && options.interrupted->load()) return {};
    const std::string folder = record.folder + "/" + FolderName(scenarios, i);
    if (auto made = MakeFolder(folder); !made) return made;
    ScenarioRunner runner(world, scenarios[i], folder, static_cast<int>(i) + 1);
    record.scenarios.push_back(runner.Run());
    const ScenarioRecord& done = record.scenarios.back();
    if (auto kept = WriteHistory(folder + "/history.ndjson", done.history); !kept) return kept;
    if (options.progress) {
      options.progress(Format("{}/{} {} {} ({:.2f} s): {}", i + 1, scenarios.size(), done.name,
                              ToString(done.verdict), static_cast<double>(done.duration_us) / 1e6,
                              done.summary));
    }
  }
  return {};
}

}  // namespace

Result<RunRecord> RunScenarios(const std::vector<Scenario>& scenarios, const RunOptions& options) {
  const RealClock clock;
  const SteadyTime start = clock.Steady();
  const bool reference = NeedsReference(scenarios, options);
  if (reference && access(options.reference_program.c_str(), X_OK) != 0) {
    return Unavailable(Format("there is no reference server at {}; name it with --reference",
                              options.reference_program));
  }
  RunRecord record;
  record.paystorm_version = options.version;
  record.command = options.command;
  record.seed = options.seed;
  record.started_unix_ms =
      std::chrono::floor<std::chrono::milliseconds>(clock.Now()).time_since_epoch().count();
  auto folder = MakeRunFolder(options.report_dir, RunName(scenarios), clock.Now());
  if (!folder) return folder.error();
  record.folder = *folder;
  auto work = TempFolder::Make();
  if (!work) return work.error();
  const std::string keys_dir =
      options.keys_dir.empty() ? (*work)->path() + "/keys" : options.keys_dir;
  auto keys = Keys(options.keys_dir, keys_dir);
  if (!keys) return keys.error();
  PrivateStores stores;
  if (reference) {
    const SteadyTime before = clock.Steady();
    auto started = StartStores(options.keep ? *folder + "/stores" : (*work)->path(), options.keep);
    if (!started) return started.error();
    stores = std::move(started).value();
    record.stores_start_us =
        std::chrono::duration_cast<std::chrono::microseconds>(clock.Steady() - before).count();
  }
  const RunWorld world = {
      options, clock, keys_dir, std::move(keys).value(), stores.mariadb.get(), stores.redis.get()};
  if (auto ran = RunEach(scenarios, world, record); !ran) return ran.error();
  record.duration_us =
      std::chrono::duration_cast<std::chrono::microseconds>(clock.Steady() - start).count();
  return record;
}

}  // namespace paystorm
