#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "defect/defect.h"

namespace paystorm_reference {
namespace {

// The table is sorted, has one line for each pair of files in the folder, and explains itself.
TEST(AllDefects, MatchesTheFolder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(PAYSTORM_REFERENCE_DEFECT_DIR)) {
    if (entry.path().extension() != ".h") continue;
    std::string name = entry.path().stem().string();
    if (name == "defect" || name == "naive_parts" || name == "forgiving_parts") continue;
    std::replace(name.begin(), name.end(), '_', '-');
    files.insert(name);
  }
  std::set<std::string> names;
  std::string last;
  for (const Defect& defect : AllDefects()) {
    EXPECT_LT(last, defect.name);
    last = defect.name;
    names.insert(last);
    EXPECT_EQ(defect.sentence.back(), '.') << last;
    EXPECT_EQ(defect.sentence.find_first_of("\t\n"), std::string_view::npos) << last;
    EXPECT_EQ(FindDefect(last)->name, last);
  }
  EXPECT_EQ(names, files);
  EXPECT_EQ(FindDefect("none"), nullptr);
}

}  // namespace
}  // namespace paystorm_reference
