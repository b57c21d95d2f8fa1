#include "log/log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace paystorm_reference {
namespace {

// Each line is one JSON object with the fields given, whatever bytes they hold; empty texts are
// out.
TEST(Log, WritesOneObjectALine) {
  char* data = nullptr;
  size_t size = 0;
  std::FILE* out = open_memstream(&data, &size);
  Log log(out, "a");
  log.Write(Log::Level::kWarn, "hello",
            {{"text", "line\nbreak \"quoted\" \xff"}, {"number", int64_t{-7}}, {"empty", ""}});
  log.Write(Log::Level::kInfo, "again");
  std::fclose(out);
  const std::string text(data, size);
  std::free(data);
  ASSERT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  const auto line = nlohmann::json::parse(text.substr(0, text.find('\n')));
  EXPECT_EQ(line["level"], "warn");
  EXPECT_EQ(line["msg"], "hello");
  EXPECT_EQ(line["instance"], "a");
  EXPECT_EQ(line["number"], -7);
  EXPECT_EQ(line["text"], "line\nbreak \"quoted\" \uFFFD");
  EXPECT_FALSE(line.contains("empty"));
  const std::string ts = line["ts"];
  EXPECT_EQ(ts.size(), 27U) << ts;
  EXPECT_EQ(ts.back(), 'Z');
}

}  // namespace
}  // namespace paystorm_reference
