#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <fstream>

#include "harness/process/temp_folder.h"
#include "harness/subject/subject.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class SubjectTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempFolder::Make();
    ASSERT_TRUE(folder.has_value());
    folder_ = std::move(folder).value();
  }
  CommandSubject Shell(const std::string& script) const {
    CommandSubject command;
    command.name = "shop";
    command.arguments = {"/bin/sh", "-c", script};
    command.log_file = folder_->path() + "/shop.log";
    command.port_file = folder_->path() + "/port";
    command.ready_path = "/readyz";
    return command;
  }
  int PidWritten() const {
    std::ifstream in(folder_->path() + "/pid");
    int pid = 0;
    in >> pid;
    return pid;
  }
  std::unique_ptr<TempFolder> folder_;
};

// Proves that a server that ends while starting is said so at once, with its last words.
TEST_F(SubjectTest, EndsAtOnce) {
  const auto before = steady_clock::now();
  auto started = StartCommand(Shell("echo first; echo cannot bind >&2; exit 7"));
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(started.error().message, "shop ended while starting (exit code 7): cannot bind");
  EXPECT_LT(steady_clock::now() - before, std::chrono::seconds(5));
}

// Proves that one that says nothing is called so, and a signal is told from an exit code.
TEST_F(SubjectTest, EndsSilently) {
  EXPECT_EQ(StartCommand(Shell("kill -9 $$")).error().message,
            "shop ended while starting (exit code 137): it said nothing");
}

// Proves that a server that never gets ready costs its limit and no more, and does not stay behind.
TEST_F(SubjectTest, NeverGetsReady) {
  CommandSubject command =
      Shell("echo $$ > " + folder_->path() + "/pid; echo warming up; exec sleep 60");
  command.ready_limit = milliseconds(500);
  auto started = StartCommand(command);
  ASSERT_FALSE(started.has_value());
  EXPECT_EQ(started.error().code, ErrorCode::kTimeout);
  EXPECT_EQ(started.error().message, "shop did not get ready within 500 ms: warming up");
  const int pid = PidWritten();
  ASSERT_GT(pid, 0);
  EXPECT_EQ(kill(pid, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

// Proves that a port in the file at which nobody listens is not taken for readiness.
TEST_F(SubjectTest, APortAloneIsNotReady) {
  CommandSubject command = Shell("echo 1 > " + folder_->path() + "/port; exec sleep 60");
  command.ready_limit = milliseconds(300);
  EXPECT_EQ(StartCommand(command).error().code, ErrorCode::kTimeout);
}

// Proves that a program that is not there is named.
TEST_F(SubjectTest, NoSuchProgram) {
  CommandSubject command = Shell("");
  command.arguments = {"/nowhere/shop"};
  auto started = StartCommand(command);
  ASSERT_FALSE(started.has_value());
  EXPECT_NE(started.error().message.find("/nowhere/shop"), std::string::npos)
      << started.error().message;
}

// Proves that an address at which nobody listens is named, and that no other kind of server can be
// killed.
TEST_F(SubjectTest, NobodyAtTheUrl) {
  auto attached = AttachUrl("http://127.0.0.1:1");
  ASSERT_FALSE(attached.has_value());
  EXPECT_NE(attached.error().message.find("http://127.0.0.1:1"), std::string::npos);
}

}  // namespace
}  // namespace paystorm
