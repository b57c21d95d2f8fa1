// The program `paystorm`: reads the command line, calls one command, returns its exit code.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "harness/cli/commands.h"
#include "mockgw/base/check.h"

namespace paystorm {
namespace {

std::string Typed(int argc, char** argv) {
  std::string text = "paystorm";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = word.find_first_of(" '\"$`\\*?<>|&;()") == std::string::npos;
    text += " " + (plain && !word.empty() ? word : "'" + word + "'");
  }
  return text;
}

void AddRunFlags(CLI::App& run, RunFlags& flags) {
  run.add_option("paths", flags.paths, "scenario files, or folders of them")->required();
  run.add_option("--seed", flags.seed, "the same seed sends the same ids in the same order")
      ->envname("PAYSTORM_SEED")
      ->capture_default_str();
  run.add_option("--report-dir", flags.report_dir, "run folders and the link `latest` go here")
      ->envname("PAYSTORM_REPORT_DIR")
      ->capture_default_str();
  run.add_flag("--keep", flags.keep, "keep the private servers' folders, to look into them");
  run.add_flag("-v,--verbose", flags.verbose, "say each step on stderr");
  run.add_flag("--no-color", flags.no_color, "plain text (also: the environment has NO_COLOR)");
  run.add_option("--reference", flags.reference,
                 "the reference server's program (default: beside this one)")
      ->envname("PAYSTORM_REFERENCE");
  run.add_option("--keys-dir", flags.keys_dir,
                 "the gateway's keys; made there when the folder is not there yet")
      ->envname("PAYSTORM_KEYS_DIR");
  run.add_option("--subject-url", flags.subject_urls,
                 "judge the server at this base URL instead of the scenario's subject; again for "
                 "each further instance")
      ->envname("PAYSTORM_SUBJECT_URL");
  run.add_option("--allow-host", flags.allow_hosts,
                 "a host that is not this machine and may be sent to");
  run.add_option("--mysql", flags.mysql,
                 "that server's database: tcp://127.0.0.1:3306 or unix:///path "
                 "(password: environment PAYSTORM_MYSQL_PASSWORD)")
      ->envname("PAYSTORM_MYSQL");
  run.add_option("--mysql-user", flags.mysql_user)->envname("PAYSTORM_MYSQL_USER");
  run.add_option("--database", flags.database, "the database's name")->envname("PAYSTORM_DATABASE");
  run.add_option("--redis", flags.redis, "that server's Redis: tcp://127.0.0.1:6379")
      ->envname("PAYSTORM_REDIS");
}

void AddSendFlags(CLI::App& send, SendFlags& flags) {
  send.add_option("channel", flags.channel, "see `paystorm list`")->required();
  send.add_option("event", flags.event, "see `paystorm list`")->required();
  send.add_option("--to", flags.to,
                  "the notify end point, e.g. http://127.0.0.1:8080/notify/wxpay");
  send.add_flag("--print", flags.print, "print headers and body, send nothing");
  send.add_option("--set", flags.set,
                  "change the content before it is signed, e.g. amount.total=1; again for more")
      ->allow_extra_args(false);
  send.add_option("--order-no", flags.order_no, "the merchant's order number (default: drawn)");
  send.add_option("--amount-minor", flags.amount_minor, "the order's amount")
      ->capture_default_str();
  send.add_option("--refund-minor", flags.refund_minor, "a refund's amount (default: all of it)");
  send.add_option("--currency", flags.currency, "default: CNY, of stripe USD");
  send.add_option("--variant", flags.variant)->capture_default_str();
  send.add_option("--shape", flags.shape)->capture_default_str();
  send.add_option("--form", flags.form)->capture_default_str();
  send.add_option("--signing", flags.signing, "which key signs (default: the usual one)");
  send.add_option("--seed", flags.seed, "the same seed draws the same ids")->capture_default_str();
  send.add_option("--keys-dir", flags.keys_dir,
                  "the gateway's keys; made there when the folder is not there yet")
      ->envname("PAYSTORM_KEYS_DIR");
  send.add_option("--allow-host", flags.allow_hosts,
                  "a host that is not this machine and may be sent to")
      ->allow_extra_args(false);
}

int Main(int argc, char** argv) {
  CLI::App app("paystorm decides whether a payment-callback server has exactly-once effects.");
  app.set_version_flag("--version", std::string("paystorm ") + PAYSTORM_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all hold, 1 violated, 2 usage or scenario invalid, 3 could not run,\n"
      "4 inconclusive, 5 nothing ran, 130 interrupted.");
  RunFlags flags;
  CLI::App* run = app.add_subcommand("run", "run scenarios, judge, write reports");
  AddRunFlags(*run, flags);
  SendFlags send_flags;
  CLI::App* send = app.add_subcommand("send", "send one notification, or print it");
  AddSendFlags(*send, send_flags);
  std::vector<std::string> paths;
  uint64_t seed = 1;
  CLI::App* validate = app.add_subcommand("validate", "check scenario files without running them");
  validate->add_option("paths", paths, "scenario files, or folders of them")->required();
  CLI::App* plan = app.add_subcommand("plan", "print what would be sent when, defaults included");
  plan->add_option("paths", paths, "scenario files, or folders of them")->required();
  plan->add_option("--seed", seed)->capture_default_str();
  CLI::App* list = app.add_subcommand(
      "list", "list scenarios; without a path the channels, schedules, checks and faults");
  list->add_option("paths", paths, "scenario files, or folders of them");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kExitOk : kExitUsage;
  }
  if (run->parsed()) return RunCommand(flags, Typed(argc, argv), argv[0]);
  if (send->parsed()) return SendCommand(send_flags);
  if (validate->parsed()) return ValidateCommand(paths);
  if (plan->parsed()) return PlanCommand(paths, seed);
  CHECK(list->parsed()) << "every command is handled above";
  return ListCommand(paths);
}

}  // namespace
}  // namespace paystorm

int main(int argc, char** argv) {
  try {
    return paystorm::Main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "paystorm: unexpected: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "paystorm: unexpected failure\n");
  }
  return paystorm::kExitCouldNotRun;
}
