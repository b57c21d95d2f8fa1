#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "mockgw/base/fake_clock.h"
#include "mockgw/base/format.h"
#include "mockgw/base/guarded.h"
#include "mockgw/base/json.h"
#include "mockgw/base/random.h"
#include "mockgw/base/secret.h"
#include "mockgw/base/text_position.h"

namespace paystorm {
namespace {

// Proves that chance depends on nothing but its four arguments, by drawing twice and by changing
// each argument alone.
TEST(Random, TheFourArgumentsDecideTheStream) {
  const auto draw = [](uint64_t seed, const char* purpose, const char* key, uint64_t attempt) {
    return Random(seed, purpose, key, attempt).AlphaNumeric(32);
  };
  EXPECT_EQ(draw(7, "nonce", "a", 1), draw(7, "nonce", "a", 1));
  const std::set<std::string> all = {draw(7, "nonce", "a", 1), draw(8, "nonce", "a", 1),
                                     draw(7, "id", "a", 1),    draw(7, "nonce", "b", 1),
                                     draw(7, "nonce", "a", 2), draw(7, "noncea", "", 1)};
  EXPECT_EQ(all.size(), 6u);
}

// Proves that a stream is the same on every machine, by a literal first value.
TEST(Random, FirstValueIsFixed) { EXPECT_EQ(Random(1).Next(), 6309482763201743229ULL); }

// Proves that Below() stays inside and reaches both ends.
TEST(Random, BelowCoversItsRange) {
  Random random(3);
  std::set<uint64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.Below(5));
  EXPECT_EQ(seen, (std::set<uint64_t>{0, 1, 2, 3, 4}));
}

// Proves the shape that receivers parse: dashes, version nibble and variant.
TEST(Random, UuidHasTheAskedVersion) {
  const std::string uuid = Random(9).Uuid('5');
  ASSERT_EQ(uuid.size(), 36u);
  EXPECT_EQ(uuid[8], '-');
  EXPECT_EQ(uuid[14], '5');
  EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
}

// Proves that a hostile nesting depth is an error and not a stack overflow.
TEST(Json, RefusesDeepNesting) {
  EXPECT_FALSE(ParseJson(std::string(100000, '[')).has_value());
  EXPECT_TRUE(ParseJson(std::string(64, '[') + std::string(64, ']')).has_value());
  EXPECT_FALSE(ParseJson(std::string(65, '[') + std::string(65, ']')).has_value());
  EXPECT_TRUE(ParseJson("\"" + std::string(100, '[') + "\"").has_value());
}

// Proves that keys keep the order in which they were set and that raw UTF-8 stays raw.
TEST(Json, KeepsOrderAndUtf8) {
  Json value;
  value["z"] = "支付成功";
  value["a"] = 1;
  EXPECT_EQ(DumpJson(value), "{\"z\":\"支付成功\",\"a\":1}");
  EXPECT_EQ(DumpJson(Json("\xff")), "\"\xef\xbf\xbd\"");
}

// Proves that a malformed text names its byte.
TEST(Json, NamesTheByte) {
  const auto result = ParseJson("{\"a\":}");
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message, "not JSON at byte 6");
}

// Proves that a secret cannot reach a stream.
TEST(Secret, PrintsStars) {
  std::ostringstream out;
  out << Secret("hunter2");
  EXPECT_EQ(out.str(), "***");
}

// Proves that positions print as editors read them.
TEST(TextPosition, LeavesOffWhatIsUnknown) {
  EXPECT_EQ((TextPosition{"a.yaml", 3, 7}.ToString()), "a.yaml:3:7");
  EXPECT_EQ((TextPosition{"a.yaml", 3, 0}.ToString()), "a.yaml:3");
  EXPECT_EQ((TextPosition{"a.yaml", 0, 0}.ToString()), "a.yaml");
}

// Proves that sleeping on the fake clock moves both of its hands by the same span.
TEST(FakeClock, SleepMovesBothHands) {
  FakeClock clock;
  const auto now = clock.Now();
  const auto steady = clock.Steady();
  clock.SleepFor(std::chrono::seconds(5));
  EXPECT_EQ(clock.Now() - now, std::chrono::seconds(5));
  EXPECT_EQ(clock.Steady() - steady, std::chrono::seconds(5));
}

// Proves that a bug ends the process with its place and reason.
TEST(CheckDeathTest, AbortsWithReason) {
  EXPECT_DEATH(CHECK(1 + 1 == 3) << "sums differ", "bug: 1 \\+ 1 == 3 does not hold: sums differ");
}

}  // namespace
}  // namespace paystorm
