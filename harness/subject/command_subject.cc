#include <signal.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "harness/process/child.h"
#include "harness/subject/subject.h"
#include "mockgw/base/format.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

constexpr size_t kMostLogLines = 200000;
constexpr milliseconds kReadyAnswer{1000};

bool AnswersOk(const std::string& url) {
  mockgw::CurlClient http;
  mockgw::HttpRequest request;
  request.method = "GET";
  request.url = url;
  const auto result = http.Send(request, kReadyAnswer);
  return result.answer && result.answer->status == 200;
}

int ReadPort(const std::string& file) {
  std::ifstream in(file);
  int port = 0;
  in >> port;
  return in && port > 0 && port < 65536 ? port : 0;
}

class CommandInstance final : public SubjectInstance {
 public:
  CommandInstance(CommandSubject command, std::unique_ptr<Watchdog> watchdog)
      : command_(std::move(command)), watchdog_(std::move(watchdog)) {}

  std::string base_url() const override { return Format("http://127.0.0.1:{}", port_); }
  bool ours() const override { return true; }
  bool running() const override { return child_ != nullptr && child_->Running(); }
  std::string log_file() const override { return command_.log_file; }

  Result<void> Kill() override {
    child_.reset();
    return {};
  }

  Result<void> Restart() override {
    if (running()) return {};
    std::error_code code;
    std::filesystem::remove(command_.port_file, code);
    ChildCommand child;
    child.program = command_.arguments.front();
    child.arguments = command_.arguments;
    child.environment = command_.environment;
    child.output_file = command_.log_file;
    if (port_ != 0) {
      const auto flag = std::find(child.arguments.begin(), child.arguments.end(), "--port");
      if (flag != child.arguments.end() && flag + 1 != child.arguments.end()) {
        *(flag + 1) = std::to_string(port_);
      }
    }
    auto started = Child::Start(child, *watchdog_);
    if (!started) return Unavailable(Format("{}: {}", command_.name, started.error().message));
    child_ = std::move(started).value();
    return WaitUntilReady();
  }

  Result<int> Stop(milliseconds limit) override {
    if (child_ == nullptr) return 0;
    child_->Signal(SIGTERM);
    const auto code = child_->Wait(limit);
    if (!code) {
      child_.reset();
      return Timeout(
          Format("{} did not end within {} ms of SIGTERM", command_.name, limit.count()));
    }
    child_.reset();
    return *code;
  }

  std::vector<std::string> LogLines() const override {
    std::ifstream in(command_.log_file);
    std::vector<std::string> lines;
    for (std::string line; lines.size() < kMostLogLines && std::getline(in, line);) {
      lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  Result<void> WaitUntilReady() {
    const auto give_up = std::chrono::steady_clock::now() + command_.ready_limit;
    while (std::chrono::steady_clock::now() < give_up) {
      if (!child_->Running()) {
        const auto code = child_->Wait(milliseconds(0));
        return Unavailable(Format("{} ended while starting (exit code {}): {}", command_.name,
                                  code.value_or(-1), LastLine()));
      }
      const int port = ReadPort(command_.port_file);
      if (port != 0) {
        port_ = port;
        if (AnswersOk(base_url() + command_.ready_path)) return {};
      }
      std::this_thread::sleep_for(milliseconds(3));
    }
    return Timeout(Format("{} did not get ready within {} ms: {}", command_.name,
                          command_.ready_limit.count(), LastLine()));
  }

  std::string LastLine() const {
    const std::vector<std::string> lines = LogLines();
    return lines.empty() ? "it said nothing" : lines.back();
  }

  const CommandSubject command_;
  const std::unique_ptr<Watchdog> watchdog_;  // outlives the child
  std::unique_ptr<Child> child_;
  int port_ = 0;
};

}  // namespace

Result<std::unique_ptr<SubjectInstance>> StartCommand(const CommandSubject& command) {
  CHECK(!command.arguments.empty()) << "a command has a program";
  auto watchdog = Watchdog::Start({});
  if (!watchdog) return watchdog.error();
  std::unique_ptr<SubjectInstance> instance =
      std::make_unique<CommandInstance>(command, std::move(watchdog).value());
  if (auto ready = instance->Restart(); !ready) return ready.error();
  return instance;
}

}  // namespace paystorm
