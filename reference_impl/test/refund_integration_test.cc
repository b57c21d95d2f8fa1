#include <thread>

#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

class RefundTest : public ReferenceTest {
 protected:
  // A running server and a paid order T1 of 99.00.
  Instance& StartPaid() {
    Instance& server = Start();
    AddOrder("T1");
    EXPECT_EQ(server.Deliver({}).status, 200);
    // The edges the order takes from here on.
    Run("CREATE TABLE edges (id INT AUTO_INCREMENT PRIMARY KEY, edge VARCHAR(64))");
    Run("CREATE TRIGGER edges AFTER UPDATE ON `order` FOR EACH ROW "
        "IF OLD.status <> NEW.status THEN INSERT INTO edges (edge) "
        "VALUES (CONCAT(OLD.status, '>', NEW.status)); END IF");
    return server;
  }
  std::string Edges() { return One("SELECT GROUP_CONCAT(edge ORDER BY id) FROM edges"); }
  std::string Refunds() {
    return One(
        "SELECT GROUP_CONCAT(CONCAT_WS(' ', refund_id, amount_minor, status) ORDER BY id) "
        "FROM refund_record");
  }
  std::string Refunded() { return One("SELECT refunded_minor FROM `order`"); }
};

// The whole amount: over the legal edges to refunded, one row, one event; the payment is untouched.
TEST_F(RefundTest, WholeAmount) {
  Instance& server = StartPaid();
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunded");
  EXPECT_EQ(Edges(), "paid>refunding,refunding>refunded");
  EXPECT_EQ(Refunded(), "9900");
  EXPECT_EQ(Refunds(), "5001 9900 SUCCESS");
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("outbox", "event_key = 'order.refunded:wxpay:5001'"), 1);
  // The same again, by id and by another notification.
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-2", "5001", 9900)).status, 200);
  EXPECT_EQ(Refunded(), "9900");
  EXPECT_EQ(Count("refund_record"), 1);
  EXPECT_EQ(server.LinesWith({"duplicate notification skipped", "\"layer\":\"state_machine\""}), 1);
}

// Parts lead back to paid until they make up the whole; more than the whole is refused.
TEST_F(RefundTest, Parts) {
  Instance& server = StartPaid();
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 4000)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Refunded(), "4000");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-2", "5002", 5901)).status, 422);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-3", "5003", 5900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunded");
  EXPECT_EQ(Edges(), "paid>refunding,refunding>paid,paid>refunding,refunding>refunded");
  EXPECT_EQ(Refunds(), "5001 4000 SUCCESS,5003 5900 SUCCESS");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-4", "5004", 1)).status, 422);
}

// ABNORMAL keeps the order in refunding and calls a person; a later SUCCESS ends it.
TEST_F(RefundTest, AbnormalThenSuccess) {
  Instance& server = StartPaid();
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900, "ABNORMAL")).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunding");
  EXPECT_EQ(Refunds(), "5001 9900 ABNORMAL");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', kind, trade_no) FROM payment_exception"),
            "refund_abnormal 5001");
  EXPECT_EQ(Refunded(), "0");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-2", "5001", 9900, "SUCCESS")).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunded");
  EXPECT_EQ(Refunds(), "5001 9900 SUCCESS");
  // A late ABNORMAL or CLOSED moves nothing back.
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-3", "5001", 9900, "ABNORMAL")).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-4", "5001", 9900, "CLOSED")).status, 200);
  EXPECT_EQ(Refunds(), "5001 9900 SUCCESS");
  EXPECT_EQ(OrderStatus("T1"), "refunded");
}

// CLOSED after ABNORMAL gives the order back; CLOSED alone only leaves its row.
TEST_F(RefundTest, Closed) {
  Instance& server = StartPaid();
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900, "ABNORMAL")).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-2", "5001", 9900, "CLOSED")).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-3", "5002", 9900, "CLOSED")).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Edges(), "paid>refunding,refunding>paid");
  EXPECT_EQ(Refunds(), "5001 9900 CLOSED,5002 9900 CLOSED");
  EXPECT_EQ(Refunded(), "0");
  EXPECT_EQ(Count("outbox"), 1);
}

// While one refund hangs, the success of another part does not end the refunding.
TEST_F(RefundTest, OneHangsWhileAnotherSucceeds) {
  Instance& server = StartPaid();
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 4000, "ABNORMAL")).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-2", "5002", 900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunding");
  EXPECT_EQ(Refunded(), "900");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-3", "5001", 4000)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Refunded(), "4900");
}

// Before its payment a refund is put off without a row, and comes through after it.
TEST_F(RefundTest, BeforePayment) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 409);
  EXPECT_EQ(RowsWritten(), 0);
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"state_machine\"}"), 1);
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunded");
}

// An order with no edge to refunding keeps its status; the refund and an exception are on record.
TEST_F(RefundTest, WithoutEdge) {
  Instance& server = StartPaid();
  Run("UPDATE `order` SET status = 'shipped'");
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "shipped");
  EXPECT_EQ(One("SELECT kind FROM payment_exception"), "refund_without_edge");
  EXPECT_EQ(Refunds(), "5001 9900 SUCCESS");
  EXPECT_EQ(Count("outbox"), 1);
}

// The refund of a second payment is that payment's, not the order's.
TEST_F(RefundTest, OfAnotherTrade) {
  Instance& server = StartPaid();
  const Notice second{.id = "EV-2", .trade_no = "4200000002"};
  EXPECT_EQ(server.Deliver(second).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf(second, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Refunded(), "0");
  EXPECT_EQ(Count("payment_exception", "kind = 'refund_for_other_trade'"), 1);
}

// Ten refunds of 10.00 at once: what fits is refunded once each, never more than
// was paid, and the order's edges stay legal.
TEST_F(RefundTest, ManyPartsAtOnce) {
  Instance& server = StartPaid();
  std::vector<std::thread> threads;
  for (int i = 0; i < 10; ++i) {
    threads.emplace_back([&server, i] {
      const std::string id = std::to_string(i);
      const int status = server.Deliver(RefundOf({}, "RF-" + id, "50" + id, 1000)).status;
      EXPECT_TRUE(status == 200 || status == 422 || status == 500) << status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Refunded(), "9000");
  EXPECT_EQ(Count("refund_record"), 9);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Count("edges", "edge NOT IN ('paid>refunding', 'refunding>paid')"), 0);
}

}  // namespace
}  // namespace paystorm_reference::test
