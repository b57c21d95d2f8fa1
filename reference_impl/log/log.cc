#include "log/log.h"

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

namespace paystorm_reference {
namespace {

std::string_view Name(Log::Level level) {
  switch (level) {
    case Log::Level::kDebug:
      return "debug";
    case Log::Level::kInfo:
      return "info";
    case Log::Level::kWarn:
      return "warn";
    case Log::Level::kError:
      break;
  }
  return "error";
}

std::string Now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  const auto seconds = static_cast<std::time_t>(micros / 1000000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32];
  const size_t size = std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%06dZ", static_cast<int>(micros % 1000000));
  return std::string(date, size) + fraction;
}

}  // namespace

Log::Log(std::FILE* out, std::string instance) : out_(out), instance_(std::move(instance)) {}

void Log::Write(Level level, std::string_view message, std::initializer_list<Field> fields) {
  nlohmann::ordered_json line;
  line["ts"] = Now();
  line["level"] = Name(level);
  line["msg"] = message;
  if (!instance_.empty()) line["instance"] = instance_;
  for (const auto& [key, value] : fields) {
    if (const auto* number = std::get_if<int64_t>(&value)) {
      line[std::string(key)] = *number;
    } else if (const auto text = std::get<std::string_view>(value); !text.empty()) {
      line[std::string(key)] = text;
    }
  }
  std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text += '\n';
  const std::lock_guard<std::mutex> lock(mutex_);
  std::fwrite(text.data(), 1, text.size(), out_);
  std::fflush(out_);
}

}  // namespace paystorm_reference
