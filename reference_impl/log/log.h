#ifndef PAYSTORM_REFERENCE_LOG_LOG_H_
#define PAYSTORM_REFERENCE_LOG_LOG_H_

#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace paystorm_reference {

// Log writes one JSON object a line and flushes it:
// {"ts":"2026-01-31T08:00:00.000000Z","level":"info","msg":"...","instance":"a","notify_id":"..."}
// Bytes that are no UTF-8 are replaced, so that each line stays JSON. Thread-safe.
class Log final {
 public:
  enum class Level { kDebug, kInfo, kWarn, kError };
  using Field = std::pair<std::string_view, std::variant<int64_t, std::string_view>>;

  // `out` is borrowed and stays open. `instance` may be empty; then it stands in no line.
  Log(std::FILE* out, std::string instance);

  // Fields with an empty text are left out.
  void Write(Level level, std::string_view message, std::initializer_list<Field> fields = {});

 private:
  std::FILE* out_;
  const std::string instance_;
  std::mutex mutex_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LOG_LOG_H_
