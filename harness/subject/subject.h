#ifndef PAYSTORM_HARNESS_SUBJECT_SUBJECT_H_
#define PAYSTORM_HARNESS_SUBJECT_SUBJECT_H_

// One instance of the server under test.

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "mockgw/base/result.h"

namespace paystorm {

// Owned by one thread.
class SubjectInstance {
 public:
  virtual ~SubjectInstance() = default;

  // Without a trailing slash, e.g. http://127.0.0.1:34567
  virtual std::string base_url() const = 0;
  // False for a subject that is already running somewhere: Kill and Restart are then kInvalid.
  virtual bool ours() const = 0;
  virtual bool running() const = 0;
  // kill -9, and waits for the end.
  virtual Result<void> Kill() = 0;
  // Starts it again on the same port and waits until it is ready.
  virtual Result<void> Restart() = 0;
  // SIGTERM, waits up to `limit`, then kill -9. The exit code; 128+signal for a death by signal.
  // kTimeout when it had to be killed.
  virtual Result<int> Stop(std::chrono::milliseconds limit) = 0;
  // The captured standard output and error so far (both in one file), one string a line, at most 200,000 lines. Empty for
  // a subject that is not ours.
  virtual std::vector<std::string> LogLines() const = 0;
  virtual std::string log_file() const = 0;
};

struct CommandSubject {
  std::string name;                    // for messages and the log, e.g. "reference a"
  std::vector<std::string> arguments;  // argv; argv[0] is the program's path
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::string log_file;                // standard output and error go here (appended over restarts)
  // The program writes its port into this file once it listens ("{port}\n"). On a restart the
  // argument after "--port" is replaced by the port it had before.
  std::string port_file;
  std::string ready_path;              // polled until 200, e.g. "/readyz"
  std::chrono::milliseconds ready_limit{10000};
};

// kUnavailable with the last log line when it ends or does not get ready in time.
Result<std::unique_ptr<SubjectInstance>> StartCommand(const CommandSubject& command);

// A subject that is already running. kUnavailable naming the address when nothing listens there.
Result<std::unique_ptr<SubjectInstance>> AttachUrl(const std::string& base_url);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SUBJECT_SUBJECT_H_
