#include "harness/services/server_process.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "harness/process/free_port.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kReadyLimit{10000};
constexpr milliseconds kStopLimit{5000};
constexpr int kPortTries = 5;

std::string LastLine(const std::string& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) last = line;
  }
  return last.empty() ? "it said nothing" : last;
}

class ServerProcess final : public PrivateServer {
 public:
  ServerProcess(ServerCommand command, std::string folder, std::unique_ptr<Watchdog> watchdog)
      : command_(std::move(command)), folder_(std::move(folder)), watchdog_(std::move(watchdog)) {}

  std::string address() const override { return Format("tcp://127.0.0.1:{}", port_); }
  bool running() const override { return child_ != nullptr && child_->Running(); }
  void Stop() override {
    if (child_ != nullptr && command_.ends_in_order) {
      child_->Signal(SIGTERM);
      (void)child_->Wait(kStopLimit);
    }
    child_.reset();
  }

  Result<void> Start() override {
    if (running()) return {};
    for (int i = 0; i < kPortTries; ++i) {
      const bool fresh = port_ == 0;
      if (fresh) {
        auto port = FreePort();
        if (!port) return port.error();
        port_ = *port;
      }
      auto started = Launch();
      if (started) return started;
      const bool lost_the_port = fresh && child_ != nullptr && !child_->Running();
      child_.reset();
      if (!lost_the_port) return started;
      port_ = 0;
    }
    return Unavailable(Format("{} does not start; see {}/log", command_.name, folder_));
  }

 private:
  Result<void> Launch() {
    ChildCommand child;
    child.program = command_.program;
    child.arguments = command_.arguments(port_);
    child.working_folder = folder_;
    child.output_file = folder_ + "/log";
    auto started = Child::Start(child, *watchdog_);
    if (!started) return started.error();
    child_ = std::move(started).value();
    const auto give_up = std::chrono::steady_clock::now() + kReadyLimit;
    while (std::chrono::steady_clock::now() < give_up) {
      if (!child_->Running()) {
        return Unavailable(
            Format("{} ended while starting: {}", command_.name, LastLine(child.output_file)));
      }
      if (command_.ready(address())) return {};
      std::this_thread::sleep_for(milliseconds(3));
    }
    return Timeout(Format("{} did not answer within {} ms: {}", command_.name, kReadyLimit.count(),
                          LastLine(child.output_file)));
  }

  const ServerCommand command_;
  const std::string folder_;
  // Before the child, so that it outlives it; it removes the folder.
  const std::unique_ptr<Watchdog> watchdog_;
  std::unique_ptr<Child> child_;
  int port_ = 0;
};

}  // namespace

Result<std::unique_ptr<PrivateServer>> StartServerProcess(ServerCommand command,
                                                          const std::string& folder, bool keep) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Unavailable(Format("cannot make the folder {}: {}", folder, code.message()));
  auto watchdog = Watchdog::Start(keep ? std::string() : folder);
  if (!watchdog) return watchdog.error();
  std::unique_ptr<PrivateServer> server =
      std::make_unique<ServerProcess>(std::move(command), folder, std::move(watchdog).value());
  if (auto started = server->Start(); !started) return started.error();
  return server;
}

}  // namespace paystorm
