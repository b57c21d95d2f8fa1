#ifndef PAYSTORM_REFERENCE_TEST_SUPPORT_CHILD_H_
#define PAYSTORM_REFERENCE_TEST_SUPPORT_CHILD_H_

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace paystorm_reference::test {

// A program that runs beside the test and dies with it, also when the test is killed. Owned by the
// thread that started it, which has to live as long.
class Child final {
 public:
  // `argv[0]` is what the program sees as its name; `environment` is added to ours ("A=b").
  Child(const std::string& program, const std::vector<std::string>& argv,
        const std::string& out_file, const std::vector<std::string>& environment = {});
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void Signal(int signal) const;
  // The exit code, or 128 + signal; nullopt when it still runs after `timeout`.
  std::optional<int> Wait(std::chrono::milliseconds timeout);

 private:
  pid_t pid_ = -1;  // -1 once it was waited for
};

}  // namespace paystorm_reference::test

#endif  // PAYSTORM_REFERENCE_TEST_SUPPORT_CHILD_H_
