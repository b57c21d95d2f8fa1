#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/process/child.h"
#include "harness/process/free_port.h"
#include "harness/process/program.h"
#include "harness/process/temp_folder.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

ChildCommand Shell(const std::string& script, const std::string& output = {}) {
  ChildCommand command;
  command.program = "/bin/sh";
  command.arguments = {"sh", "-c", script};
  command.output_file = output;
  return command;
}

bool Gone(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (kill(pid, 0) != 0) return true;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

std::string ReadAll(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Proves exit codes, signals, and the captured output of both streams.
TEST(Child, ExitCodeSignalAndOutput) {
  auto folder = TempFolder::Make();
  ASSERT_TRUE(folder.has_value());
  auto watchdog = Watchdog::Start({});
  ASSERT_TRUE(watchdog.has_value());
  const std::string output = (*folder)->path() + "/out";
  auto child = Child::Start(Shell("echo one; echo two >&2; exit 7", output), **watchdog);
  ASSERT_TRUE(child.has_value()) << child.error().message;
  EXPECT_EQ((*child)->Wait(milliseconds(5000)), 7);
  EXPECT_EQ(ReadAll(output), "one\ntwo\n");
  auto sleeper = Child::Start(Shell("exec sleep 60"), **watchdog);
  ASSERT_TRUE(sleeper.has_value());
  EXPECT_EQ((*sleeper)->Wait(milliseconds(20)), std::nullopt);
  EXPECT_TRUE((*sleeper)->Running());
  (*sleeper)->Signal(SIGTERM);
  EXPECT_EQ((*sleeper)->Wait(milliseconds(5000)), 128 + SIGTERM);
  EXPECT_FALSE((*sleeper)->Running());
}

// Proves that a kill takes the whole process group, grandchildren included.
TEST(Child, KillTakesTheGroup) {
  auto folder = TempFolder::Make();
  auto watchdog = Watchdog::Start({});
  const std::string output = (*folder)->path() + "/out";
  auto child = Child::Start(Shell("sleep 60 & echo $!; wait", output), **watchdog);
  ASSERT_TRUE(child.has_value());
  for (int i = 0; i < 200 && ReadAll(output).empty(); ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  const pid_t grandchild = std::stoi(ReadAll(output));
  EXPECT_EQ((*child)->Kill(), 128 + SIGKILL);
  EXPECT_TRUE(Gone(grandchild));
}

// Proves that a program that cannot be executed is an error and leaves no process.
TEST(Child, MissingProgramIsAnError) {
  auto watchdog = Watchdog::Start({});
  ChildCommand command;
  command.program = "/nonexistent/program";
  command.arguments = {"program"};
  auto child = Child::Start(command, **watchdog);
  ASSERT_FALSE(child.has_value());
  EXPECT_EQ(child.error().code, ErrorCode::kUnavailable);
}

// Proves that neither a child nor a folder outlives its owner when that is killed with -9.
TEST(Watchdog, CleansUpAfterAKilledOwner) {
  int pipe_fds[2];
  ASSERT_EQ(pipe(pipe_fds), 0);
  const pid_t owner = fork();
  ASSERT_GE(owner, 0);
  if (owner == 0) {
    auto folder = TempFolder::Make();
    auto watchdog = Watchdog::Start({});
    auto child = Child::Start(Shell("exec sleep 60"), **watchdog);
    const std::string line = std::to_string((*child)->pid()) + " " + (*folder)->path() + "\n";
    (void)!write(pipe_fds[1], line.data(), line.size());
    pause();
    _exit(0);
  }
  char buffer[256] = {};
  ASSERT_GT(read(pipe_fds[0], buffer, sizeof buffer - 1), 0);
  const std::string line = buffer;
  const pid_t child = std::stoi(line);
  const std::string folder = line.substr(line.find(' ') + 1, line.find('\n') - line.find(' ') - 1);
  EXPECT_EQ(kill(child, 0), 0);
  EXPECT_TRUE(std::filesystem::exists(folder));
  kill(owner, SIGKILL);
  waitpid(owner, nullptr, 0);
  EXPECT_TRUE(Gone(child));
  for (int i = 0; i < 200 && std::filesystem::exists(folder); ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  close(pipe_fds[0]);
  close(pipe_fds[1]);
}

// Proves that a missing program names its package and the command that installs it.
TEST(FindProgram, NamesThePackage) {
  const auto found = FindProgram({"no-such-server"}, ProgramFolders(), "no-such-package");
  ASSERT_FALSE(found.has_value());
  EXPECT_NE(found.error().message.find("no-such-server"), std::string::npos);
  EXPECT_NE(found.error().message.find("apt-get install"), std::string::npos);
  EXPECT_NE(found.error().message.find("no-such-package"), std::string::npos);
  EXPECT_TRUE(FindProgram({"sh"}, {"/bin"}, "dash").has_value());
}

// Proves that a free port can be bound.
TEST(FreePort, IsFree) {
  const auto port = FreePort();
  ASSERT_TRUE(port.has_value());
  EXPECT_TRUE(IsPortFree(*port));
}

}  // namespace
}  // namespace paystorm
