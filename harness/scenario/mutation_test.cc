// Proves that no text, however broken, makes the parser crash, throw or speak without a place:
// every prefix of a scenario with all keys in it, and each of its characters replaced, dropped and
// doubled. Run under the sanitizers this is the parser's fuzz test.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "harness/scenario/parser.h"
#include "harness/scenario/sample_vocabulary.h"

namespace paystorm {
namespace {

constexpr char kFull[] = R"(version: 1
name: full
proves: >-
  Every key is in here.
channel: wxpay
subject: {reference: {instances: 2, defect: article, disable_layers: [lock], lock_ttl: 30s}}
given:
  orders: [{order_no: "{{order}}", amount_minor: 99, currency: CNY, status: paid}]
  redis: present
deliver:
  - payment_success: {order: '{{order}}', as: paid, amount_minor: 1, mchid: "1", appid: x}
    schedule: wechat_v3
    faults:
      - hold_order: {order: "{{order}}", for: 300ms}
      - kill_subject: {instance: 1}
      - reject_writes: {table: t, attempts: 1-3}
    during:
      - resend: paid
        variant: stale
  - refund_success: {order: "{{order}}", as: back, of: paid}
  - refund_closed: {order: "{{order}}", refund: back}
    storm: {requests: 20, connections: 5, waves: 2}
    mix: [paid]
check:
  - exactly_once_effect
  - sql: SELECT 1
    equals: 1
expect:
  - {check: sql, reason: differs}
)";

// True when the text was read, else false; a failure must say where in the file.
bool Read(const std::string& text) {
  const auto scenario = ParseScenario(text, "a.yaml", SampleVocabulary());
  if (scenario) return true;
  EXPECT_EQ(scenario.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(scenario.error().message.rfind("a.yaml:", 0), 0u) << scenario.error().message;
  return false;
}

TEST(Mutation, EveryPrefixIsReadOrRefused) {
  const std::string full = kFull;
  ASSERT_TRUE(Read(full));
  for (size_t length = 0; length + 1 < full.size(); ++length) Read(full.substr(0, length));
  EXPECT_FALSE(Read(full.substr(0, full.size() / 2)));
}

// A third of the characters that mean something in YAML at each place, in turn.
TEST(Mutation, EveryCharacterMayBeWrong) {
  const std::string full = kFull;
  const std::string wrong("{[:\"'&*!|?#%@,-\n \t\0\xff}9$~", 24);
  size_t tried = 0;
  size_t refused = 0;
  for (size_t at = 0; at < full.size(); ++at) {
    std::string text = full;
    for (size_t i = at % 3; i < wrong.size(); i += 3) {
      text[at] = wrong[i];
      refused += Read(text) ? 0 : 1;
    }
    text.erase(at, 1);
    refused += Read(text) ? 0 : 1;
    text.insert(at, 2, full[at]);
    refused += Read(text) ? 0 : 1;
    tried += wrong.size() / 3 + 2;
  }
  // Most single slips are caught; those that are not change a value to another right one.
  EXPECT_GT(refused, tried / 2);
}

// Proves that texts made to exhaust a parser are refused, and soon.
TEST(Mutation, BombsAreRefused) {
  const auto repeated = [](const std::string& piece, size_t bytes) {
    std::string text;
    while (text.size() < bytes) text += piece;
    return text;
  };
  for (const char* piece :
       {"[",    "{", "- ",     "? ",    "a: ", "&a ", "*a ", "[{", "[a,", "{a,", "!",      "|\n",
        "\"\\", "%", "a: b\n", "- a\n", "#",   "\n",  "'",   "a",  "-\n", ": ",  ">\n x\n"}) {
    EXPECT_FALSE(Read(repeated(piece, 100000))) << piece;
  }
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += std::string(static_cast<size_t>(i), ' ') + "a:\n";
  EXPECT_FALSE(Read(deep));
  std::string wide = kFull;
  for (int i = 0; i < 10000; ++i) wide += "k" + std::to_string(i) + ": 1\n";
  EXPECT_FALSE(Read(wide));
}

// Proves the bound on the size by the last text inside and the first one outside.
TEST(Mutation, AMebibyteIsEnough) {
  std::string text = kFull;
  text += "#" + std::string(size_t{1024} * 1024 - text.size() - 1, 'x');
  EXPECT_TRUE(Read(text));
  const auto larger = ParseScenario(text + "x", "a.yaml", SampleVocabulary());
  ASSERT_FALSE(larger);
  EXPECT_EQ(larger.error().message, "a.yaml: larger than 1 MiB; no scenario needs that, split it");
}

}  // namespace
}  // namespace paystorm
