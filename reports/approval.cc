#include "reports/approval.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace paystorm::reports {
namespace {

constexpr size_t kContext = 3;
constexpr size_t kLinesShown = 12;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// From a little before the first difference.
std::string FirstDifference(const std::string& approved, const std::string& received) {
  const std::vector<std::string> a = Lines(approved);
  const std::vector<std::string> b = Lines(received);
  size_t first = 0;
  while (first < a.size() && first < b.size() && a[first] == b[first]) ++first;
  std::string diff = "line " + std::to_string(first + 1) + ":\n";
  for (size_t i = first - std::min(first, kContext); i < first; ++i) diff += "  " + a[i] + "\n";
  for (size_t i = first; i < std::min(a.size(), first + kLinesShown); ++i)
    diff += "- " + a[i] + "\n";
  for (size_t i = first; i < std::min(b.size(), first + kLinesShown); ++i)
    diff += "+ " + b[i] + "\n";
  return diff;
}

}  // namespace

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << "cannot read " << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  EXPECT_TRUE(file.good()) << "cannot write " << path;
}

testing::AssertionResult Approved(const std::string& file, const std::string& text) {
  const std::string path = std::string(PAYSTORM_REPORTS_DIR) + "/testdata/" + file;
  const char* approve = std::getenv("PAYSTORM_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    WriteText(path, text);
    return testing::AssertionSuccess();
  }
  const std::string approved = ReadText(path);
  if (approved == text) return testing::AssertionSuccess();
  std::string received = file;
  constexpr std::string_view kWord = "approved";
  if (const size_t at = received.find(kWord); at != std::string::npos) {
    received.replace(at, kWord.size(), "received");
  }
  received = std::string(PAYSTORM_RECEIVED_DIR) + "/" + received;
  WriteText(received, text);
  return testing::AssertionFailure()
         << "differs from " << path << " at " << FirstDifference(approved, text)
         << "received: " << received
         << "\nWhen the new text is right: PAYSTORM_APPROVE=1 with this test again.";
}

}  // namespace paystorm::reports
