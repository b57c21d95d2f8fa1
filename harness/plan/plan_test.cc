#include "harness/plan/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/plan/placeholders.h"
#include "harness/scenario/parser.h"
#include "harness/scenario/sample_vocabulary.h"
#include "mockgw/base/fake_clock.h"

namespace paystorm {
namespace {

using mockgw::EventKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

// `parts` are the lines below given.orders, deliver: and check:, as they stand in a file.
std::string Text(const std::string& steps, const std::string& orders = "",
                 const std::string& checks = "  - exactly_once_effect\n") {
  return "version: 1\nname: sample\nproves: A sample.\nchannel: wxpay\ngiven:\n  orders:\n"
         "    - {order_no: \"{{order}}\", amount_minor: 9900}\n" +
         orders + "deliver:\n" + steps + "check:\n" + checks;
}

Scenario Parsed(const std::string& text) {
  auto scenario = ParseScenario(text, "a.yaml", SampleVocabulary());
  EXPECT_TRUE(scenario) << scenario.error().message;
  return scenario ? *std::move(scenario) : Scenario();
}

const mockgw::Payee kMerchant = {"1900000109", "wx0000000000000000"};

Result<Plan> Planned(const Scenario& scenario, uint64_t seed = 7) {
  return MakePlan(scenario, seed, kMerchant, FakeClock().Now());
}

// Requires that a plan can be made.
Plan PlanOf(const std::string& text) {
  auto plan = Planned(Parsed(text));
  EXPECT_TRUE(plan) << plan.error().message;
  return plan ? *std::move(plan) : Plan();
}

std::string ErrorOf(const Scenario& scenario) {
  const auto plan = Planned(scenario);
  EXPECT_FALSE(plan);
  if (plan) return "";
  EXPECT_EQ(plan.error().code, ErrorCode::kInvalid);
  return plan.error().message;
}

constexpr char kLadder[] =
    "  - payment_success: {order: \"{{order}}\", as: paid}\n    schedule: wechat_v3\n";

// Proves the shapes of all ids against those seen in the gateway's documents.
TEST(Plan, DrawsIdsOfTheGatewaysShapes) {
  const Plan plan =
      PlanOf(Text(std::string(kLadder) + "  - refund_success: {order: \"{{order}}\", as: back}\n"));
  ASSERT_EQ(plan.orders.size(), 1u);
  EXPECT_THAT(plan.orders[0].order_no, MatchesRegex("T[0-9]{17}"));
  ASSERT_EQ(plan.book.payments.size(), 1u);
  EXPECT_THAT(plan.book.payments[0].trade_no, MatchesRegex("42000[0-9]{23}"));
  ASSERT_EQ(plan.book.refunds.size(), 1u);
  EXPECT_THAT(plan.book.refunds[0].refund_id, MatchesRegex("50[0-9]{27}"));
  EXPECT_THAT(plan.book.refunds[0].out_refund_no, MatchesRegex("R[0-9]{17}"));
  for (const auto& entry : plan.book.notifications) {
    EXPECT_THAT(
        entry.notification.notify_id,
        MatchesRegex("[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
    EXPECT_EQ(entry.notification.created_at, FakeClock().Now());
  }
  EXPECT_THAT(plan.book.deliveries, IsEmpty());
}

// Proves that seed, name and wave decide all numbers, by printing: the same three give the same
// bytes, and changing any of them leaves no order number as it was.
TEST(Plan, TheSameSeedGivesTheSameBytes) {
  const std::string text =
      Text("  - payment_success: {order: \"{{order}}\", as: paid}\n    storm: {waves: 3}\n");
  const Scenario scenario = Parsed(text);
  const auto print = [&](uint64_t seed) { return PrintPlan(scenario, *Planned(scenario, seed)); };
  EXPECT_EQ(print(7), print(7));
  EXPECT_NE(print(7), print(8));
  Scenario renamed = scenario;
  renamed.name = "other";
  std::set<std::string> numbers;
  for (const auto& plan : {Planned(scenario), Planned(scenario, 8), Planned(renamed)}) {
    ASSERT_TRUE(plan);
    for (const PlannedOrder& order : plan->orders) numbers.insert(order.order_no);
    for (const auto& payment : plan->book.payments) numbers.insert(payment.trade_no);
    for (const auto& entry : plan->book.notifications) numbers.insert(entry.notification.notify_id);
  }
  EXPECT_EQ(numbers.size(), 3u * 3 * 3);
}

// Proves that all steps go wave by wave, those without a storm too, each wave with its own orders.
TEST(Plan, EveryStepIsDoneOnceAWave) {
  const Plan plan = PlanOf(Text(
      "  - payment_success: {order: \"{{order}}\", as: paid}\n    storm: {waves: 2}\n"
      "  - resend: paid\n    schedule: wechat_v3\n",
      "    - {order_no: \"{{order2}}\", amount_minor: 5, currency: USD, status: cancelled}\n",
      "  - sql: SELECT '{{order2}}', '{{ paid.notify_id }}'\n    equals: '{{paid.trade_no}}'\n"));
  ASSERT_EQ(plan.orders.size(), 4u);
  EXPECT_EQ(plan.orders[1].currency, "USD");
  EXPECT_EQ(plan.orders[1].status, "cancelled");
  EXPECT_EQ(plan.orders[2].wave, 2);
  ASSERT_EQ(plan.steps.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    const auto& entry = plan.book.notifications[i / 2];
    EXPECT_EQ(plan.steps[i].wave, static_cast<int>(i / 2) + 1);
    EXPECT_EQ(plan.steps[i].index, static_cast<int>(i % 2));
    EXPECT_EQ(plan.steps[i].storm.has_value(), i % 2 == 0);
    EXPECT_EQ(plan.steps[i].schedule.name, i % 2 == 0 ? "once" : "wechat_v3");
    EXPECT_EQ(plan.steps[i].notify_id, entry.notification.notify_id);
    EXPECT_EQ(entry.wave, static_cast<int>(i / 2) + 1);
    EXPECT_EQ(entry.label, "paid");
  }
  ASSERT_EQ(plan.sql.size(), 2u);
  EXPECT_EQ(plan.sql[1].wave, 2);
  EXPECT_EQ(plan.sql[1].check_index, 0u);
  EXPECT_EQ(plan.sql[1].statement, "SELECT '" + plan.orders[3].order_no + "', '" +
                                       plan.book.notifications[1].notification.notify_id + "'");
  EXPECT_EQ(plan.sql[1].equals, plan.book.payments[1].trade_no);
}

// Proves that `of` tells a payment again under a new id, and that without it there is a new one.
TEST(Plan, APaymentToldAgainKeepsItsTransaction) {
  const Plan plan =
      PlanOf(Text(std::string(kLadder) + "  - payment_success: {order: \"{{order}}\", of: paid}\n"
                                         "  - payment_success: {order: \"{{order}}\"}\n"));
  ASSERT_EQ(plan.book.notifications.size(), 3u);
  EXPECT_EQ(plan.book.payments.size(), 2u);
  const auto told = [&](size_t i) { return plan.book.notifications[i].notification; };
  EXPECT_EQ(told(0).trade_no, told(1).trade_no);
  EXPECT_NE(told(0).notify_id, told(1).notify_id);
  EXPECT_NE(told(0).trade_no, told(2).trade_no);
  for (const auto& entry : plan.book.notifications) EXPECT_TRUE(entry.acceptable);
}

// Proves which contents must be refused, by one notification for each difference and one for none.
TEST(Plan, OtherContentThanTheOrdersIsUnacceptable) {
  const Plan plan =
      PlanOf(Text("  - payment_success: {order: \"{{order}}\", amount_minor: 9900, currency: CNY, "
                  "mchid: \"{{mchid}}\", appid: \"{{appid}}\", as: right}\n"
                  "  - payment_success: {order: \"{{order}}\", amount_minor: 1, as: cheap}\n"
                  "  - payment_success: {order: \"{{order}}\", currency: USD}\n"
                  "  - payment_success: {order: \"{{order}}\", mchid: \"1\"}\n"
                  "  - payment_success: {order: \"{{order}}\", appid: x}\n"
                  "  - refund_success: {order: \"{{order}}\", of: right, amount_minor: 9900}\n"
                  "  - refund_success: {order: \"{{order}}\", of: right, amount_minor: 9901}\n"
                  "  - refund_success: {order: \"{{order}}\", of: cheap}\n"
                  "  - refund_success: {order: \"{{order}}\", of: right, mchid: \"1\"}\n"));
  std::vector<bool> acceptable;
  for (const auto& entry : plan.book.notifications) acceptable.push_back(entry.acceptable);
  EXPECT_THAT(acceptable, ElementsAre(true, false, false, false, false, true, false, false, false));
  EXPECT_EQ(plan.book.notifications[0].notification.mchid, kMerchant.mchid);
  EXPECT_EQ(plan.book.notifications[1].notification.amount_minor, 1);
  EXPECT_EQ(plan.book.notifications[3].notification.mchid, "1");
  EXPECT_EQ(plan.book.notifications[4].notification.mchid, "");
}

// Proves that several words about one refund are one refund in the book, in its last state.
TEST(Plan, ARefundToldAgainStaysOneRefund) {
  const Plan plan = PlanOf(Text(
      std::string(kLadder) + "  - refund_abnormal: {order: \"{{order}}\", as: stuck, "
                             "amount_minor: 2000}\n"
                             "  - refund_success: {order: \"{{order}}\", refund: stuck, as: ok}\n"
                             "  - refund_success: {order: \"{{order}}\"}\n",
      "", "  - sql: SELECT '{{ok.refund_id}}'\n    equals: 1\n"));
  ASSERT_EQ(plan.book.refunds.size(), 2u);
  EXPECT_EQ(plan.book.refunds[0].state, EventKind::kRefundSuccess);
  EXPECT_EQ(plan.book.refunds[0].amount_minor, 2000);
  EXPECT_EQ(plan.book.refunds[1].amount_minor, 9900);
  const auto& stuck = plan.book.notifications[1].notification;
  const auto& ok = plan.book.notifications[2].notification;
  EXPECT_EQ(stuck.refund_id, ok.refund_id);
  EXPECT_EQ(stuck.out_refund_no, ok.out_refund_no);
  EXPECT_NE(stuck.notify_id, ok.notify_id);
  EXPECT_EQ(ok.refund_minor, 2000);
  EXPECT_EQ(ok.amount_minor, 9900);
  EXPECT_EQ(ok.kind, EventKind::kRefundSuccess);
  EXPECT_EQ(plan.sql[0].statement, "SELECT '" + ok.refund_id + "'");
}

// Proves which payment a refund gives back: the named one, the last before it, else one after it.
TEST(Plan, ARefundFindsItsPayment) {
  const Plan plan =
      PlanOf(Text("  - refund_success: {order: \"{{order}}\"}\n"
                  "  - payment_success: {order: \"{{order}}\", as: first}\n"
                  "  - payment_success: {order: \"{{order}}\", as: second}\n"
                  "  - refund_success: {order: \"{{order}}\"}\n"
                  "  - refund_success: {order: \"{{order}}\", of: first}\n"));
  const auto trade = [&](size_t i) { return plan.book.notifications[i].notification.trade_no; };
  EXPECT_EQ(trade(0), trade(1));
  EXPECT_EQ(trade(3), trade(2));
  EXPECT_EQ(trade(4), trade(1));
}

// Proves that steps inside a step, mixes and faults carry real numbers, not labels.
TEST(Plan, FillsFaultsMixesAndStepsInside) {
  const Plan plan =
      PlanOf(Text(std::string(kLadder) +
                      "    instance: 1\n"
                      "    variant: stale\n"
                      "    faults:\n"
                      "      - hold_order: {order: \"{{order2}}\", for: 300ms, attempts: 1-2}\n"
                      "      - hold_order: {}\n"
                      "      - reject_writes: {table: payment_record, attempts: 1-16}\n"
                      "    during:\n"
                      "      - resend: paid\n"
                      "        variant: probe\n"
                      "      - payment_success: {order: \"{{order}}\", as: inner, of: paid}\n"
                      "  - resend: paid\n"
                      "    storm: {waves: 1}\n"
                      "    mix: [inner, later]\n"
                      "  - payment_success: {order: \"{{order}}\", as: later}\n",
                  "    - {order_no: \"{{order2}}\", amount_minor: 5}\n"));
  ASSERT_EQ(plan.book.notifications.size(), 3u);
  const auto id = [&](size_t i) { return plan.book.notifications[i].notification.notify_id; };
  ASSERT_EQ(plan.steps.size(), 3u);
  const PlannedStep& first = plan.steps[0];
  EXPECT_EQ(first.instance, 0);
  EXPECT_EQ(first.variant, mockgw::Variant::kStale);
  EXPECT_EQ(first.faults[0].order, plan.orders[1].order_no);
  EXPECT_EQ(first.faults[0].last_attempt, 2);
  EXPECT_EQ(first.faults[1].order, plan.orders[0].order_no);
  EXPECT_EQ(first.faults[2].table, "payment_record");
  ASSERT_EQ(first.during.size(), 2u);
  EXPECT_EQ(first.during[0].notify_id, id(0));
  EXPECT_EQ(first.during[0].variant, mockgw::Variant::kProbe);
  EXPECT_EQ(first.during[1].notify_id, id(1));
  EXPECT_EQ(first.during[1].index, 0);
  EXPECT_THAT(plan.steps[1].mix, ElementsAre(id(1), id(2)));
}

// Proves what a plan refuses that the parser cannot see, with the place.
TEST(Plan, RefusesWhatCannotBeSent) {
  const auto error = [](const std::string& steps, const std::string& orders = "",
                        const std::string& checks = "  - exactly_once_effect\n") {
    return ErrorOf(Parsed(Text(steps, orders, checks)));
  };
  EXPECT_EQ(error("  - payment_success: {order: \"{{order2}}\"}\n"),
            "a.yaml:9:5: unknown placeholder \"{{order2}}\", did you mean \"order\"?");
  EXPECT_EQ(error("  - payment_success: {order: \"{{order\"}\n"),
            "a.yaml:9:5: \"{{\" without its \"}}\"");
  EXPECT_EQ(error("  - payment_success: {order: T1}\n"),
            "a.yaml:9:5: order \"T1\" is not among the given orders");
  EXPECT_EQ(error(kLadder, "    - {order_no: a/b, amount_minor: 1}\n"),
            "a.yaml:8:7: \"a/b\" is no order number: digits, letters, _ - | *, at most 64");
  EXPECT_THAT(error(kLadder, "    - {order_no: " + std::string(33, '1') + ", amount_minor: 1}\n"),
              HasSubstr("a.yaml:8:7: wxpay takes order numbers of at most 32 characters"));
  EXPECT_EQ(error("  - trade_finished: {order: \"{{order}}\"}\n"),
            "a.yaml:9:5: wxpay sends no trade_finished; it sends payment_success, refund_success, "
            "refund_abnormal, refund_closed, profit_sharing");
  EXPECT_THAT(error(std::string(kLadder) + "    variant: empty_key\n"),
              HasSubstr("a.yaml:9:5: wxpay has no variant empty_key of a payment_success; it has "
                        "genuine, unsigned, wrong_key, "));
  EXPECT_EQ(error(std::string(kLadder) + "    signing: md5\n"),
            "a.yaml:9:5: wxpay has no signing \"md5\"; it has certificate, public_key");
  EXPECT_THAT(error("  - payment_success: {order: \"{{order}}\"}\n    storm: {waves: 2}\n",
                    "    - {order_no: T1, amount_minor: 1}\n"),
              HasSubstr("a.yaml:8:7: order \"T1\" is given twice, or is the same in every wave"));
  EXPECT_EQ(error(std::string(kLadder) + "  - refund_success: {order: \"{{order2}}\"}\n",
                  "    - {order_no: \"{{order2}}\", amount_minor: 1}\n"),
            "a.yaml:12:5: a refund of order \"{{order2}}\", which no step pays");
  EXPECT_EQ(error(std::string(kLadder) + "  - payment_success: {order: T2, of: paid}\n",
                  "    - {order_no: T2, amount_minor: 1}\n"),
            "a.yaml:12:5: payment \"paid\" is of another order");
  EXPECT_EQ(error(std::string(kLadder) + "  - refund_success: {order: T2, of: paid}\n",
                  "    - {order_no: T2, amount_minor: 1}\n"),
            "a.yaml:12:5: payment \"paid\" is of another order");
  EXPECT_EQ(error("  - payment_success: {order: \"{{order}}\"}\n"
                  "    faults: [{redis_down: {attempts: 1-2}}]\n"),
            "a.yaml:10:15: redis_down names attempt 2, but the step makes 1; give the step a "
            "schedule");
  EXPECT_EQ(error(std::string(kLadder) + "    faults: [{redis_down: {attempts: 17}}]\n"),
            "a.yaml:11:15: redis_down names attempt 17, but the step makes 16");
  EXPECT_EQ(error(kLadder, "", "  - {sql: \"SELECT {{payd.trade_no}}\", equals: 1}\n"),
            "a.yaml:12:6: unknown placeholder \"{{payd.trade_no}}\", did you mean "
            "\"paid.trade_no\"?");
  EXPECT_THAT(error(kLadder, "", "  - {sql: \"SELECT {{paid.refund_id}}\", equals: 1}\n"),
              HasSubstr("a.yaml:12:6: unknown placeholder"));
}

// Proves that a scenario made by hand is held to the same labels as one that was parsed.
TEST(Plan, RefusesWrongLabelsOfAnyScenario) {
  const Scenario right =
      Parsed(Text(std::string(kLadder) + "  - refund_success: {order: \"{{order}}\", as: back}\n"
                                         "  - resend: paid\n    storm: {}\n"));
  const auto changed = [&](size_t step, std::string DeliverStep::*field, const char* value) {
    Scenario scenario = right;
    scenario.steps[step].*field = value;
    return ErrorOf(scenario);
  };
  EXPECT_EQ(changed(2, &DeliverStep::resend, "payd"),
            "a.yaml:12:5: unknown label \"payd\", did you mean \"paid\"?");
  EXPECT_EQ(changed(1, &DeliverStep::label, "paid"), "a.yaml:11:5: label \"paid\" is given twice");
  EXPECT_EQ(changed(1, &DeliverStep::payment, "back"),
            "a.yaml:11:5: unknown label \"back\"; known here: paid");
  EXPECT_EQ(changed(1, &DeliverStep::refund, "paid"), "a.yaml:11:5: unknown label \"paid\"");
  EXPECT_EQ(changed(0, &DeliverStep::payment, "later"), "a.yaml:9:5: unknown label \"later\"");
  EXPECT_EQ(changed(0, &DeliverStep::schedule, "never"),
            "a.yaml:9:5: wxpay never sends on the schedule never; it has wechat_v3, wechat_legacy, "
            "wechat_coupon_send, wechat_coupon_use, wechat_edu, wechat_med_ins, "
            "wechat_papay_sign, wechat_transfer, once");
  Scenario mixed = right;
  mixed.steps[2].mix = {"bak"};
  EXPECT_EQ(ErrorOf(mixed), "a.yaml:12:5: unknown label \"bak\", did you mean \"back\"?");
}

// Proves that the printed plan has a line for each thing and every default, word for word.
TEST(PrintPlan, SaysEveryDefault) {
  const Scenario scenario =
      Parsed(Text(std::string(kLadder) + "    faults: [{hold_order: {}}, {kill_subject: {}}]\n"
                                         "    during: [{resend: paid}]\n",
                  "", "  - sql: SELECT '{{order}}'\n    equals: 1\n"));
  const Plan plan = *Planned(scenario);
  const std::string order = plan.orders[0].order_no;
  const std::string trade = plan.book.payments[0].trade_no;
  const std::string id = plan.book.notifications[0].notification.notify_id;
  EXPECT_EQ(PrintPlan(scenario, plan),
            "scenario sample  (a.yaml)\n"
            "proves A sample.\n"
            "channel wxpay\n"
            "subject reference, instances 1, defect none, layers off none, lock_ttl 30s, "
            "claim_lease 30s\n"
            "redis present\n"
            "waves 1\n"
            "wave 1\n"
            "  order " +
                order +
                " 9900 CNY pending\n"
                "  payment " +
                trade + " of order " + order +
                ", 9900 CNY\n"
                "  notification " +
                id + " payment_success as paid, order " + order + ", trade " + trade +
                ", 9900 CNY, shape plain, form ordinary, mchid the merchant's, appid the "
                "merchant's, acceptable\n"
                "  step 1 deliver payment_success " +
                id +
                " as paid, variant genuine, signing certificate, schedule wechat_v3, "
                "at most 16 attempts in 24h 4m, to each instance in turn  (a.yaml:9:5)\n"
                "    fault hold_order, attempt 1, order " +
                order +
                ", for 0ms  (a.yaml:11:15)\n"
                "    fault kill_subject, attempt 1, instance 1  (a.yaml:11:33)\n"
                "    meanwhile deliver payment_success " +
                id +
                " as paid, variant genuine, signing certificate, schedule once, "
                "1 attempt, to each instance in turn  (a.yaml:12:15)\n"
                "  sql SELECT '" +
                order +
                "' equals 1\n"
                "check sql SELECT '{{order}}'\n");
}

// Proves that the shipped scenarios can all be planned, with nothing left to be filled in.
TEST(ShippedScenarios, CanBePlanned) {
  const auto files = FindScenarioFiles({"scenarios"});
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_GE(files->size(), 20u);
  for (const std::string& file : *files) {
    const auto scenario = LoadScenario(file, SampleVocabulary());
    ASSERT_TRUE(scenario) << scenario.error().message;
    for (const uint64_t seed : {1, 2}) {
      const auto plan = Planned(*scenario, seed);
      ASSERT_TRUE(plan) << plan.error().message;
      EXPECT_EQ(plan->steps.size(),
                scenario->steps.size() * static_cast<size_t>(scenario->waves()));
      for (const PlannedSql& sql : plan->sql) {
        EXPECT_THAT(sql.statement, Not(HasSubstr("{{"))) << file;
      }
    }
  }
}

// Proves which names count as an order's placeholder, at both ends of the numbers.
TEST(Placeholders, OfOrdersAreNumberedFromTwo) {
  EXPECT_THAT(OrderPlaceholders("{{order}} {{ order2 }}-{{order999}}"),
              ElementsAre("order", "order2", "order999"));
  EXPECT_THAT(OrderPlaceholders("{{order1}} {{order02}} {{order1000}} {{orders}} {{order2 order"),
              IsEmpty());
}

}  // namespace
}  // namespace paystorm
