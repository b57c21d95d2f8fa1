#include "mockgw/http/tls_peer.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

#include "mockgw/base/check.h"

namespace paystorm::mockgw {
namespace {

// Starts a program of the path with stdin and stdout as given; -1 means /dev/null.
pid_t Start(std::vector<std::string> words, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const auto place = [&](int from, int to, int mode) {
    if (from >= 0) {
      posix_spawn_file_actions_adddup2(&actions, from, to);
    } else {
      posix_spawn_file_actions_addopen(&actions, to, "/dev/null", mode, 0);
    }
  };
  place(input, STDIN_FILENO, O_RDONLY);
  place(output, STDOUT_FILENO, O_WRONLY);
  place(-1, STDERR_FILENO, O_WRONLY);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t pid = -1;
  const int failure =
      posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  CHECK(failure == 0) << words[0] << " cannot be started";
  return pid;
}

}  // namespace

TestCertificate::TestCertificate() {
  std::string pattern = std::filesystem::temp_directory_path() / "paystorm-tls-XXXXXX";
  CHECK(mkdtemp(pattern.data()) != nullptr) << "no temporary folder";
  folder_ = pattern;
  const pid_t pid =
      Start({"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
             "-nodes", "-days", "1", "-subj", "/CN=paystorm test", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", key(), "-out", certificate()},
            -1, -1);
  int status = 0;
  CHECK(waitpid(pid, &status, 0) == pid && status == 0) << "openssl req failed";
}

TestCertificate::~TestCertificate() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

TlsPeer::TlsPeer(const TestCertificate& certificate) {
  int input[2];
  int output[2];
  CHECK(pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0) << "no pipe";
  pid_ = Start({"openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate.certificate(),
                "-key", certificate.key()},
               input[0], output[1]);
  close(input[0]);
  close(output[1]);
  to_server_ = input[1];
  from_server_ = output[0];
  // "ACCEPT 127.0.0.1:40123\n"
  const std::string word = "ACCEPT 127.0.0.1:";
  size_t at = std::string::npos;
  while (at == std::string::npos || printed_.find('\n', at) == std::string::npos) {
    pollfd readable = {from_server_, POLLIN, 0};
    CHECK(poll(&readable, 1, 10000) == 1 && ReadMore()) << "openssl s_server does not listen";
    at = printed_.find(word);
  }
  port_ = std::atoi(printed_.c_str() + at + word.size());
  thread_ = std::thread([this] { Loop(); });
}

TlsPeer::~TlsPeer() { Stop(); }

void TlsPeer::Stop() {
  if (pid_ < 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
  thread_.join();
  close(to_server_);
  close(from_server_);
}

void TlsPeer::Loop() {
  while (ReadMore()) AnswerWholeRequests();
}

bool TlsPeer::ReadMore() {
  char buffer[65536];
  const ssize_t count = read(from_server_, buffer, sizeof buffer);
  if (count > 0) printed_.append(buffer, static_cast<size_t>(count));
  return count > 0;
}

void TlsPeer::AnswerWholeRequests() {
  const std::string length_word = "Content-Length: ";
  while (true) {
    const size_t start = printed_.find("POST /");
    if (start == std::string::npos) return;
    const size_t head = printed_.find("\r\n\r\n", start);
    const size_t length = printed_.find(length_word, start);
    if (head == std::string::npos || length == std::string::npos) return;
    const size_t whole =
        head + 4 + static_cast<size_t>(std::atoll(printed_.c_str() + length + length_word.size()));
    if (printed_.size() < whole) return;
    printed_.erase(0, whole);
    ++requests_;
    const std::string answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    CHECK(write(to_server_, answer.data(), answer.size()) == static_cast<ssize_t>(answer.size()))
        << "openssl s_server takes no answer";
  }
}

}  // namespace paystorm::mockgw
