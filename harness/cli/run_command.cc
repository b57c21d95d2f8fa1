#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "harness/cli/commands.h"
#include "harness/cli/target_check.h"
#include "harness/run/run.h"
#include "harness/run/run_folder.h"
#include "mockgw/base/format.h"
#include "reports/report.h"

namespace paystorm {
namespace {

std::atomic<bool> g_interrupted{false};  // set by a signal handler, which can reach nothing else

void OnSignal(int) { g_interrupted.store(true); }

void InstallSignalHandlers() {
  struct sigaction action {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

Result<void> CheckTargets(const RunFlags& flags, const std::vector<Scenario>& scenarios) {
  for (const std::string& url : flags.subject_urls) {
    if (auto fine = CheckTarget(url, flags.allow_hosts); !fine) return fine;
  }
  for (const Scenario& scenario : scenarios) {
    const auto* subject = std::get_if<UrlSubject>(&scenario.subject.kind);
    if (subject == nullptr) continue;
    for (const std::string& url : subject->urls) {
      if (auto fine = CheckTarget(url, flags.allow_hosts); !fine) {
        return Invalid(scenario.subject.position.ToString() + ": " + fine.error().message);
      }
    }
  }
  return {};
}

// Beside this program, whatever the working folder is.
std::string ReferenceBeside(const std::string& program) {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  const std::filesystem::path here = code ? std::filesystem::path(program) : self;
  return (here.parent_path() / "paystorm-reference").string();
}

Result<RunOptions> Options(const RunFlags& flags, const std::string& typed,
                           const std::string& program) {
  RunOptions options;
  options.seed = flags.seed;
  options.report_dir = flags.report_dir;
  options.keep = flags.keep;
  options.reference_program = flags.reference.empty() ? ReferenceBeside(program) : flags.reference;
  options.keys_dir = flags.keys_dir;
  options.subject_urls = flags.subject_urls;
  options.version = PAYSTORM_VERSION;
  options.command = typed;
  options.interrupted = &g_interrupted;
  if (flags.mysql.empty() != flags.database.empty()) {
    return Invalid("--mysql and --database go together");
  }
  if (!flags.mysql.empty()) {
    const char* password = std::getenv("PAYSTORM_MYSQL_PASSWORD");
    MysqlAddress address;
    address.address = flags.mysql;
    address.user = flags.mysql_user;
    address.password = Secret(password == nullptr ? "" : password);
    address.database = flags.database;
    options.mysql = address;
  }
  if (!flags.redis.empty()) options.redis = flags.redis;
  // On a terminal one line a scenario; in a pipe only what was asked for.
  if (flags.verbose || isatty(STDERR_FILENO) != 0) {
    options.progress = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
  }
  return options;
}

// Writes every format into the run folder; the paths of those written.
Result<std::vector<std::string>> WriteReports(const RunRecord& record) {
  std::vector<std::string> written;
  for (const reports::Report* report : reports::AllReports()) {
    if (report->file_name().empty()) continue;
    const std::string path = Format("{}/{}", record.folder, report->file_name());
    if (auto done = WriteFile(path, report->Render(record)); !done) return done.error();
    written.push_back(path);
  }
  return written;
}

}  // namespace

int RunCommand(const RunFlags& flags, const std::string& typed, const std::string& program) {
  InstallSignalHandlers();
  auto scenarios = LoadAll(flags.paths);
  if (!scenarios) return Complain(scenarios.error());
  if (scenarios->empty()) return ComplainOfNothing();
  if (auto fine = CheckTargets(flags, *scenarios); !fine) return Complain(fine.error());
  auto options = Options(flags, typed, program);
  if (!options) return Complain(options.error());
  auto record = RunScenarios(*scenarios, *options);
  if (!record) return Complain(record.error());
  auto written = WriteReports(*record);
  if (!written) return Complain(written.error());
  const bool color =
      !flags.no_color && std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) != 0;
  std::fputs(reports::RenderConsole(*record, color).c_str(), stdout);
  for (const std::string& path : *written) std::printf("report: %s\n", path.c_str());
  return g_interrupted.load() ? kExitInterrupted : record->exit_code();
}

}  // namespace paystorm
