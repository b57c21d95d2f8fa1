#include <algorithm>
#include <thread>

#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

using PaymentTest = ReferenceTest;

// One payment leaves exactly its rows: paid order, record, finished log row, published event.
TEST_F(PaymentTest, LeavesExactlyItsRows) {
  Instance& server = Start();
  AddOrder("T1");
  const Answer answer = server.Deliver({});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, R"({"code":"SUCCESS","message":"OK"})");
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', channel, trade_no, order_no, amount_minor, currency, "
                "notify_id) FROM payment_record"),
            "wxpay 4200000001 T1 9900 CNY EV-1");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', channel, notify_id, event_type, order_no, status, attempts) "
                "FROM payment_notify_log"),
            "wxpay EV-1 TRANSACTION.SUCCESS T1 done 1");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', event_key, event_type, order_no) FROM outbox"),
            "order.paid:wxpay:4200000001 order.paid T1");
  EXPECT_TRUE(Eventually([&] { return StreamLength() == 1; }));
  EXPECT_TRUE(Eventually([&] { return Count("outbox", "published_at IS NOT NULL") == 1; }));
  EXPECT_EQ(RowsWritten(), 3);
  EXPECT_FALSE(LockExists("EV-1"));
}

// A second delivery is acknowledged, writes nothing, and is logged at info with all its fields.
TEST_F(PaymentTest, DuplicateIsSkippedQuietly) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(RowsWritten(), 3);
  EXPECT_EQ(server.LinesWith({"\"level\":\"info\"", "\"msg\":\"duplicate notification skipped\"",
                              "\"channel\":\"wxpay\"", "\"notify_id\":\"EV-1\"",
                              "\"order_no\":\"T1\"", "\"layer\":\"notify_log\""}),
            1);
  EXPECT_EQ(server.LinesWith({"\"level\":\"error\""}), 0);
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"notify_log\"}"), 1);
  EXPECT_EQ(server.Metric("processed_total"), 1);
}

// 50 senders at once, 20 copies each: one effect, nobody is told 200 for less than that, and the
// counts add up.
TEST_F(PaymentTest, StormHasOneEffect) {
  Instance& server = Start();
  AddOrder("T1");
  const std::vector<int> codes = Storm({&server}, {}, 50, 20);
  for (const int code : codes) EXPECT_TRUE(code == 200 || code == 409) << code;
  EXPECT_GT(std::count(codes.begin(), codes.end(), 200), 0);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("payment_notify_log"), 1);
  EXPECT_EQ(Count("outbox"), 1);
  EXPECT_EQ(server.Metric("deliveries_total"), 1000);
  EXPECT_EQ(server.Metric("processed_total"), 1);
  EXPECT_EQ(server.Metric("in_flight"), 0);
  int64_t sum = server.Metric("processed_total") + server.Metric("failed_total");
  for (const char* layer : {"signature", "lock", "notify_log", "state_machine"}) {
    sum += server.Metric(std::string("turned_away_total{layer=\"") + layer + "\"}");
  }
  EXPECT_EQ(sum, 1000);
}

// The same over two instances.
TEST_F(PaymentTest, StormOverTwoInstancesHasOneEffect) {
  Instance& a = Start();
  Instance& b = Start();
  AddOrder("T1");
  const std::vector<int> codes = Storm({&a, &b}, {}, 50, 4);
  for (const int code : codes) EXPECT_TRUE(code == 200 || code == 409) << code;
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("outbox"), 1);
}

// While the first delivery waits for a row lock, a second one is told to come again, not 200.
TEST_F(PaymentTest, LockLoserIsNotAcknowledgedBeforeTheEffectIsDurable) {
  Instance& server = Start();
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  Answer first;
  std::thread sender([&] { first = server.Deliver({}); });
  ASSERT_TRUE(Eventually([&] { return LockExists("EV-1"); }));
  EXPECT_EQ(server.Deliver({}).status, 409);
  EXPECT_EQ(Count("payment_record"), 0);
  holder->Run("ROLLBACK");
  sender.join();
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"lock\"}"), 1);
}

// Another notification id for the same trade: a duplicate found by the state machine.
TEST_F(PaymentTest, OtherNotificationOfTheSameTradeIsADuplicate) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-2"}).status, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("outbox"), 1);
  EXPECT_EQ(Count("payment_exception"), 0);
  EXPECT_EQ(Count("payment_notify_log", "status = 'done'"), 2);
  EXPECT_EQ(server.LinesWith({"duplicate notification skipped", "\"layer\":\"state_machine\""}), 1);
}

// Money that came twice, too late, or for two orders stands in payment_exception, once, for a
// person to act on; the order does not move and no event goes out.
TEST_F(PaymentTest, MoneyThatFitsNowhereIsRecorded) {
  Instance& server = Start();
  AddOrder("T1");
  AddOrder("T2", "cancelled");
  AddOrder("T3");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-2", .trade_no = "4200000002"}).status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-3", .order_no = "T2", .trade_no = "4200000003"}).status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-4", .order_no = "T2", .trade_no = "4200000003"}).status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-5", .order_no = "T3"}).status, 200);
  EXPECT_EQ(One("SELECT GROUP_CONCAT(CONCAT_WS(' ', kind, order_no, trade_no) ORDER BY id) "
                "FROM payment_exception"),
            "second_payment T1 4200000002,payment_for_cancelled_order T2 4200000003,"
            "trade_of_other_order T3 4200000001");
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(OrderStatus("T2"), "cancelled");
  EXPECT_EQ(OrderStatus("T3"), "pending");
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("outbox"), 1);
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"state_machine\"}"), 1);
}

// A late copy of the payment never moves an order back.
TEST_F(PaymentTest, LatePaymentMovesNothingBack) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
  for (const char* status : {"shipped", "received", "completed", "refunding", "refunded"}) {
    Run(std::string("UPDATE `order` SET status = '") + status + "'");
    EXPECT_EQ(server.Deliver({.id = std::string("EV-") + status}).status, 200);
    EXPECT_EQ(OrderStatus("T1"), status);
  }
  EXPECT_EQ(Count("payment_record"), 1);
}

// Two notifications for one order at the same time: one effect, both acknowledged in the end.
TEST_F(PaymentTest, TwoNotificationsForOneOrderAtOnce) {
  Instance& server = Start();
  for (int round = 0; round < 10; ++round) {
    const std::string order = "T" + std::to_string(round);
    const std::string trade = "42" + std::to_string(round);
    AddOrder(order);
    const Notice a{.id = "A" + order, .order_no = order, .trade_no = trade};
    const Notice b{.id = "B" + order, .order_no = order, .trade_no = trade};
    int first = 0;
    std::thread other([&] { first = server.Deliver(a).status; });
    const int second = server.Deliver(b).status;
    other.join();
    EXPECT_EQ(first, 200);
    EXPECT_EQ(second, 200);
    EXPECT_EQ(Count("payment_record", "order_no = '" + order + "'"), 1);
    EXPECT_EQ(Count("outbox", "order_no = '" + order + "'"), 1);
  }
  EXPECT_EQ(Count("payment_exception"), 0);
}

}  // namespace
}  // namespace paystorm_reference::test
