#include "harness/scenario/parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "harness/scenario/sample_vocabulary.h"

namespace paystorm {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Result<Scenario> Parse(const std::string& text) {
  return ParseScenario(text, "a.yaml", SampleVocabulary());
}

constexpr char kSmallest[] = R"(version: 1
name: smallest
proves: One payment is booked once.
channel: wxpay
given:
  orders: [{order_no: "{{order}}", amount_minor: 9900}]
deliver:
  - payment_success: {order: "{{order}}"}
check:
  - exactly_once_effect
)";

// Proves every default at once, by a scenario that names nothing it need not.
TEST(Parser, FillsEveryDefault) {
  const auto scenario = Parse(kSmallest);
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->name, "smallest");
  EXPECT_EQ(scenario->file, "a.yaml");
  EXPECT_EQ(scenario->waves(), 1);
  EXPECT_FALSE(scenario->redis_absent);
  EXPECT_THAT(scenario->expected, IsEmpty());
  const auto& reference = std::get<ReferenceSubject>(scenario->subject.kind);
  EXPECT_EQ(reference.instances, 1);
  EXPECT_EQ(reference.defect, "");
  EXPECT_THAT(reference.disable_layers, IsEmpty());
  EXPECT_EQ(reference.lock_ttl, milliseconds(30000));
  EXPECT_EQ(reference.claim_lease, milliseconds(30000));
  ASSERT_EQ(scenario->orders.size(), 1u);
  EXPECT_EQ(scenario->orders[0].order_no, "{{order}}");
  EXPECT_EQ(scenario->orders[0].currency, "CNY");
  EXPECT_EQ(scenario->orders[0].status, "pending");
  ASSERT_EQ(scenario->steps.size(), 1u);
  const DeliverStep& step = scenario->steps[0];
  EXPECT_EQ(step.event, mockgw::EventKind::kPaymentSuccess);
  EXPECT_EQ(step.label + step.payment + step.currency + step.mchid + step.appid + step.schedule,
            "");
  EXPECT_FALSE(step.amount_minor);
  EXPECT_EQ(step.variant, mockgw::Variant::kGenuine);
  EXPECT_FALSE(step.storm);
  EXPECT_EQ(step.instance, -1);
  EXPECT_EQ(step.position.ToString(), "a.yaml:8:5");
}

// Proves that each key of a step lands in its field, by a step that has them all.
TEST(Parser, ReadsEveryKeyOfAStep) {
  std::string text = kSmallest;
  const size_t step_at = text.find("  - payment_success");
  text.replace(step_at, text.find("check:") - step_at,
               R"(  - payment_success: {order: "{{order}}", as: first}
  - payment_success:
      {order: "{{order}}", as: paid, amount_minor: 1, currency: USD, mchid: "1", appid: x, of: first}
    variant: wrong_serial
    schedule: wechat_v3
    instance: 1
    faults:
      - reject_writes: {table: payment_record, attempts: 1-3}
      - hold_order: {order: "{{order}}", for: 300ms, attempts: 2}
      - kill_subject: {instance: 1, attempts: 2}
      - database_down: {attempts: 4}
    during:
      - resend: paid
        variant: stale
  - refund_abnormal: {order: "{{order}}", as: stuck, amount_minor: 5, mchid: "2", of: paid}
  - refund_closed: {order: "{{order}}", refund: stuck}
    storm: {requests: 20, connections: 10, waves: 3}
    mix: [paid, stuck]
)");
  const auto scenario = Parse(text);
  ASSERT_TRUE(scenario) << scenario.error().message;
  ASSERT_EQ(scenario->steps.size(), 4u);
  const DeliverStep& paid = scenario->steps[1];
  EXPECT_EQ(paid.label, "paid");
  EXPECT_EQ(paid.amount_minor, 1);
  EXPECT_EQ(paid.currency, "USD");
  EXPECT_EQ(paid.mchid, "1");
  EXPECT_EQ(paid.appid, "x");
  EXPECT_EQ(paid.payment, "first");
  EXPECT_EQ(paid.variant, mockgw::Variant::kWrongSerial);
  EXPECT_EQ(paid.schedule, "wechat_v3");
  EXPECT_EQ(paid.instance, 0);
  ASSERT_EQ(paid.faults.size(), 4u);
  EXPECT_EQ(paid.faults[0].table, "payment_record");
  EXPECT_EQ(paid.faults[0].last_attempt, 3);
  EXPECT_EQ(paid.faults[1].order, "{{order}}");
  EXPECT_EQ(paid.faults[1].hold_for, milliseconds(300));
  EXPECT_EQ(paid.faults[2].kind, "kill_subject");
  EXPECT_EQ(paid.faults[2].instance, 0);
  EXPECT_EQ(paid.faults[3].first_attempt, 4);
  ASSERT_EQ(paid.during.size(), 1u);
  EXPECT_EQ(paid.during[0].resend, "paid");
  EXPECT_FALSE(paid.during[0].event);
  EXPECT_EQ(paid.during[0].variant, mockgw::Variant::kStale);
  EXPECT_EQ(scenario->steps[2].payment, "paid");
  EXPECT_EQ(scenario->steps[2].mchid, "2");
  const DeliverStep& closed = scenario->steps[3];
  EXPECT_EQ(closed.refund, "stuck");
  EXPECT_EQ(closed.storm->requests, 20);
  EXPECT_EQ(closed.storm->connections, 10);
  EXPECT_EQ(scenario->waves(), 3);
  EXPECT_THAT(closed.mix, ElementsAre("paid", "stuck"));
}

// Proves that each variant's word is its own, by all eight in turn against the enumerators' order.
TEST(Parser, KnowsEveryVariant) {
  int expected = 0;
  for (const char* word : {"genuine", "unsigned", "wrong_key", "tampered", "stale", "future",
                           "wrong_serial", "probe"}) {
    std::string text = kSmallest;
    text.insert(text.find("check:"), std::string("    variant: ") + word + "\n");
    const auto scenario = Parse(text);
    ASSERT_TRUE(scenario) << scenario.error().message;
    EXPECT_EQ(static_cast<int>(scenario->steps[0].variant), expected++) << word;
  }
}

// Proves the subject's forms by one of each.
TEST(Parser, ReadsEveryFormOfASubject) {
  const std::string smallest = kSmallest;
  const auto with = [&](const std::string& subject) {
    auto scenario = Parse(smallest + "subject: " + subject + "\n");
    EXPECT_TRUE(scenario) << scenario.error().message;
    return scenario ? scenario->subject : SubjectSpec();
  };
  const SubjectSpec reference = with(
      "{reference: {instances: 8, defect: article, disable_layers: [lock, notify_log], "
      "lock_ttl: 100ms, claim_lease: 24h}}");
  const auto& ours = std::get<ReferenceSubject>(reference.kind);
  EXPECT_EQ(reference.position.ToString(), "a.yaml:11:1");
  EXPECT_EQ(ours.instances, 8);
  EXPECT_EQ(ours.defect, "article");
  EXPECT_THAT(ours.disable_layers, ElementsAre("lock", "notify_log"));
  EXPECT_EQ(ours.lock_ttl, milliseconds(100));
  EXPECT_EQ(ours.claim_lease, hours(24));
  EXPECT_THAT(std::get<UrlSubject>(with("{url: 'http://127.0.0.1:8080/'}").kind).urls,
              ElementsAre("http://127.0.0.1:8080"));
  EXPECT_THAT(std::get<UrlSubject>(with("{url: ['http://a:1', 'https://b/x']}").kind).urls,
              ElementsAre("http://a:1", "https://b/x"));
}

// Proves that checks keep their order and places, and findings what they demand.
TEST(Parser, ReadsChecksAndExpectations) {
  const auto scenario = Parse(std::string(kSmallest) + R"(  - sql: select 1
    equals: 1
  - sql: WITH x AS (SELECT '') SELECT * FROM x
    equals: ''
expect:
  - {check: exactly_once_effect, reason: twice}
  - {check: sql, reason: differs}
)");
  ASSERT_TRUE(scenario) << scenario.error().message;
  ASSERT_EQ(scenario->checks.size(), 3u);
  EXPECT_EQ(std::get<NamedCheck>(scenario->checks[0]).position.ToString(), "a.yaml:10:5");
  EXPECT_EQ(std::get<SqlCheck>(scenario->checks[1]).statement, "select 1");
  EXPECT_EQ(std::get<SqlCheck>(scenario->checks[1]).equals, "1");
  EXPECT_EQ(std::get<SqlCheck>(scenario->checks[1]).position.ToString(), "a.yaml:11:5");
  EXPECT_EQ(std::get<SqlCheck>(scenario->checks[2]).equals, "");
  ASSERT_EQ(scenario->expected.size(), 2u);
  EXPECT_EQ(scenario->expected[0].reason, "twice");
  EXPECT_EQ(scenario->expected[1].position.ToString(), "a.yaml:17:5");
}

// Proves that a variable's value is a value whatever is in it, and may be a number in quotes.
TEST(Parser, TakesValuesFromTheEnvironment) {
  ASSERT_EQ(setenv("PAYSTORM_TEST_AMOUNT", "123", 1), 0);
  ASSERT_EQ(setenv("PAYSTORM_TEST_TEXT", "a: [b, \"c\"] # d", 1), 0);
  std::string text = kSmallest;
  text.replace(text.find("9900"), 4, "\"${PAYSTORM_TEST_AMOUNT}\"");
  text.replace(text.find("One payment is booked once."), 27, "it is ${PAYSTORM_TEST_TEXT}");
  const auto scenario = Parse(text);
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->orders[0].amount_minor, 123);
  EXPECT_EQ(scenario->proves, "it is a: [b, \"c\"] # d");
}

// Proves that a byte order mark, CRLF and a comment at the top change nothing but the lines.
TEST(Parser, TakesFilesOfOtherEditors) {
  std::string text = "\xEF\xBB\xBF# a comment\r\n";
  for (const char c : std::string(kSmallest))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const auto scenario = Parse(text);
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->proves, "One payment is booked once.");
  EXPECT_EQ(scenario->steps[0].position.ToString(), "a.yaml:9:5");
}

// Proves that a storm with few requests needs no word about its connections.
TEST(Parser, AStormHasAtMostAsManyConnectionsAsRequests) {
  std::string text = kSmallest;
  text.insert(text.find("check:"), "    storm: {requests: 2}\n");
  const auto scenario = Parse(text);
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->steps[0].storm->connections, 2);
  EXPECT_EQ(scenario->steps[0].storm->waves, 5);
}

class Files : public testing::Test {
 protected:
  Files() : root_(std::filesystem::temp_directory_path() / ("paystorm-scenario-" + Unique())) {
    std::filesystem::create_directories(root_ / "b" / "deep");
    for (const char* name : {"b/2.yaml", "b/1.yml", "b/deep/0.yaml", "b/notes.txt", "a.yaml"}) {
      std::ofstream(root_ / name) << kSmallest;
    }
  }
  ~Files() override {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  static std::string Unique() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test->name()) + "-" + std::to_string(getpid());
  }
  std::string At(const std::string& name) const { return (root_ / name).string(); }

  const std::filesystem::path root_;
};

// Proves the order of files, that no file comes twice, and that a named file needs no ending.
TEST_F(Files, AreFoundSortedAndOnce) {
  const auto files = FindScenarioFiles({At("b"), At("a.yaml"), At("b/1.yml"), At("b/notes.txt")});
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_THAT(*files, ElementsAre(At("b/1.yml"), At("b/2.yaml"), At("b/deep/0.yaml"), At("a.yaml"),
                                  At("b/notes.txt")));
}

// Proves that a path that is not there is named, and that a folder without scenarios is no error.
TEST_F(Files, ThatAreMissingAreNamed) {
  const auto missing = FindScenarioFiles({At("b"), At("nowhere")});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(missing.error().message, At("nowhere") + ": no such file or folder");
  std::filesystem::create_directories(root_ / "empty");
  const auto empty = FindScenarioFiles({At("empty")});
  ASSERT_TRUE(empty);
  EXPECT_THAT(*empty, IsEmpty());
}

// Proves that a file is read as its text would be, and that what cannot be read is kInvalid.
TEST_F(Files, AreLoaded) {
  const auto scenario = LoadScenario(At("a.yaml"), SampleVocabulary());
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->file, At("a.yaml"));
  for (const char* name : {"nowhere.yaml", "b"}) {
    const auto wrong = LoadScenario(At(name), SampleVocabulary());
    ASSERT_FALSE(wrong) << name;
    EXPECT_EQ(wrong.error().code, ErrorCode::kInvalid);
    EXPECT_THAT(wrong.error().message, HasSubstr(At(name) + ": "));
  }
}

}  // namespace
}  // namespace paystorm
