// Proves that each sample record still renders to the text that was read and approved, format by
// format, and that the table of formats and the folder agree.

#include "reports/approval.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "reports/report.h"
#include "reports/sample_records.h"

namespace paystorm::reports {
namespace {

const std::map<std::string, std::string, std::less<>>& Endings() {
  static const std::map<std::string, std::string, std::less<>> endings = {
      {"console", "txt"}, {"html", "html"}, {"json", "json"}, {"junit", "xml"}};
  return endings;
}

// The style sheet is the same in every page and is not what these tests are about.
std::string WithoutStyle(std::string text) {
  const size_t begin = text.find("<style>");
  const size_t end = text.find("</style>");
  if (begin != std::string::npos && end != std::string::npos) {
    text.replace(begin, end - begin, "<style>");
  }
  return text;
}

class Approval : public testing::TestWithParam<std::string> {};

TEST_P(Approval, RendersAsApproved) {
  const Report* report = FindReport(GetParam());
  ASSERT_NE(report, nullptr);
  const auto ending = Endings().find(GetParam());
  ASSERT_NE(ending, Endings().end()) << "name the ending of " << GetParam();
  for (const NamedRecord& sample : AllSamples()) {
    const std::string text = WithoutStyle(report->Render(sample.record));
    EXPECT_TRUE(Approved(std::string(sample.name) + ".approved." + ending->second, text));
    EXPECT_EQ(text, WithoutStyle(report->Render(sample.record))) << "not the same bytes twice";
  }
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Report* report : AllReports()) names.emplace_back(report->name());
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Approval, testing::ValuesIn(Names()),
                         [](const auto& name) { return name.param; });

TEST(AllReports, IsSortedAndIsTheFolder) {
  std::vector<std::string> in_folder;
  for (const auto& entry : std::filesystem::directory_iterator(PAYSTORM_REPORTS_DIR)) {
    if (entry.path().extension() != ".h") continue;
    if (ReadText(entry.path()).find("final : public Report") == std::string::npos) continue;
    in_folder.push_back(entry.path().stem());
  }
  std::sort(in_folder.begin(), in_folder.end());
  EXPECT_EQ(Names(), in_folder);
}

TEST(AllReports, FindsByNameAlone) {
  for (const Report* report : AllReports()) EXPECT_EQ(FindReport(report->name()), report);
  EXPECT_EQ(FindReport("pdf"), nullptr);
  EXPECT_EQ(FindReport(""), nullptr);
}

}  // namespace
}  // namespace paystorm::reports
