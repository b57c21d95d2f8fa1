#include "harness/run/run_folder.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

namespace fs = std::filesystem;

// 20260101-120305
std::string Stamp(SystemTime now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  const auto day = std::chrono::floor<std::chrono::days>(seconds);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(seconds - day);
  return Format("{:04}{:02}{:02}-{:02}{:02}{:02}", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                time.hours().count(), time.minutes().count(), time.seconds().count());
}

Error CannotWrite(const std::string& path, const std::error_code& code) {
  return Unavailable(Format("cannot write to {}: {}; choose another folder with --report-dir", path,
                            code.message()));
}

}  // namespace

Result<void> MakeFolder(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return CannotWrite(path, code);
  return {};
}

Result<std::string> MakeRunFolder(const std::string& report_dir, const std::string& name,
                                  SystemTime now) {
  if (auto made = MakeFolder(report_dir); !made) return made.error();
  const std::string base = Stamp(now) + "-" + name;
  std::error_code code;
  for (int i = 1; i < 10000; ++i) {
    const fs::path folder = fs::path(report_dir) / (i == 1 ? base : Format("{}-{}", base, i));
    // create_directory says false when somebody else was quicker; then the next name is tried.
    if (!fs::create_directory(folder, code)) {
      if (code) return CannotWrite(folder.string(), code);
      continue;
    }
    const fs::path link = fs::path(report_dir) / "latest";
    const fs::path fresh = fs::path(report_dir) / (".latest-" + folder.filename().string());
    fs::create_directory_symlink(folder.filename(), fresh, code);
    if (code) return CannotWrite(fresh.string(), code);
    fs::rename(fresh, link, code);
    if (code) {
      std::error_code ignored;
      fs::remove(fresh, ignored);
      return CannotWrite(link.string(), code);
    }
    return folder.string();
  }
  return Unavailable(Format("{} holds 10,000 runs of the same second; empty it", report_dir));
}

Result<void> WriteFile(const std::string& path, const std::string& content) {
  const std::string fresh = path + ".part";
  std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  std::error_code code;
  if (!out) return CannotWrite(path, std::make_error_code(std::errc::io_error));
  fs::rename(fresh, path, code);
  if (code) return CannotWrite(path, code);
  return {};
}

Result<void> WriteHistory(const std::string& path, const std::vector<Event>& events) {
  std::string text;
  for (const Event& event : events) text += ToNdjson(event) + "\n";
  return WriteFile(path, text);
}

}  // namespace paystorm
