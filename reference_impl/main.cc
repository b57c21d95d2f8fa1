#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <utility>
#include <variant>

#include "app/server.h"
#include "config/config.h"
#include "log/log.h"

namespace paystorm_reference {
namespace {

// Longer than any delivery may take.
constexpr std::chrono::milliseconds kDrainDeadline{8000};

// Written beside and renamed, so that nobody reads half of it.
bool WritePortFile(const std::string& path, uint16_t port, std::string* error) {
  const std::string draft = path + "." + std::to_string(getpid());
  std::FILE* file = std::fopen(draft.c_str(), "w");
  const bool written = file != nullptr && std::fprintf(file, "%u\n", unsigned{port}) > 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (written && closed && std::rename(draft.c_str(), path.c_str()) == 0) return true;
  std::remove(draft.c_str());
  *error = "cannot write the port file " + path;
  return false;
}

int CannotRun(const std::string& error) {
  std::cerr << "paystorm-reference: " << error << "\n";
  return 3;
}

int Run(Config config) {
  // Before any thread exists, so that all of them leave the signals to us.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  Log log(stdout, config.instance);
  const std::string port_file = config.port_file;
  const std::string bind = config.bind;
  Server server(std::move(config), log);
  std::string error;
  if (!server.Start(&error)) return CannotRun(error);
  log.Write(Log::Level::kInfo, "listening", {{"bind", bind}, {"port", int64_t{server.port()}}});
  if (!port_file.empty() && !WritePortFile(port_file, server.port(), &error)) {
    return CannotRun(error);
  }

  int signal = 0;
  sigwait(&signals, &signal);
  log.Write(Log::Level::kInfo, "draining", {{"signal", int64_t{signal}}});
  const bool all = server.Drain(kDrainDeadline);
  log.Write(all ? Log::Level::kInfo : Log::Level::kWarn, all ? "stopped" : "stopped in a hurry");
  return 0;
}

}  // namespace
}  // namespace paystorm_reference

int main(int argc, char** argv) {
  using namespace paystorm_reference;
  try {
    auto parsed = ParseConfig(argc, argv);
    if (const auto* exit = std::get_if<ConfigExit>(&parsed)) {
      (exit->status == 0 ? std::cout : std::cerr) << exit->text;
      return exit->status;
    }
    return Run(std::move(std::get<Config>(parsed)));
  } catch (const std::exception& error) {
    std::cerr << "paystorm-reference: " << error.what() << "\n";
    return 3;
  }
}
