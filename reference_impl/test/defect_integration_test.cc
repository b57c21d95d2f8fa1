#include <signal.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

class DefectTest : public ReferenceTest {
 protected:
  // The largest number of payment records that one of up to `rounds` fresh orders got in a storm;
  // stops at the first double.
  int64_t WorstStorm(const std::vector<const Instance*>& to, int rounds) {
    int64_t worst = 0;
    for (int round = 0; round < rounds && worst < 2; ++round) {
      const std::string order = "S" + std::to_string(round);
      AddOrder(order);
      Storm(to, {.id = "EV-" + order, .order_no = order, .trade_no = "42" + order}, 30, 2);
      worst = std::max(worst, Count("payment_record", "order_no = '" + order + "'"));
    }
    return worst;
  }
  void FailPayments() {
    Run("CREATE TRIGGER boom BEFORE INSERT ON payment_record FOR EACH ROW "
        "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'");
  }
};

std::vector<std::string> Disable(const std::vector<std::string>& layers) {
  std::vector<std::string> flags;
  for (const std::string& layer : layers) flags.push_back("--disable-layer=" + layer);
  return flags;
}

// Any one of the three inner layers off, or two of them with the state machine left, and a storm
// still has one effect: that is why there are four.
TEST_F(DefectTest, OtherLayersMakeUpForTheMissingOne) {
  const std::vector<std::vector<std::string>> table = {{"lock"},
                                                       {"notify_log"},
                                                       {"state_machine"},
                                                       {"lock", "notify_log"},
                                                       {"lock", "state_machine"}};
  int number = 0;
  for (const auto& layers : table) {
    Instance& server = Start(Disable(layers));
    const std::string order = "L" + std::to_string(number++);
    AddOrder(order);
    const Notice notice{.id = "EV-" + order, .order_no = order, .trade_no = "42" + order};
    Storm({&server}, notice, 30, 5);
    EXPECT_TRUE(Eventually([&] { return server.Deliver(notice).status == 200; }));
    EXPECT_EQ(Count("payment_record", "order_no = '" + order + "'"), 1) << layers.front();
    EXPECT_EQ(OrderStatus(order), "paid");
    EXPECT_EQ(server.LinesWith({"\"level\":\"warn\"", "A LAYER IS SWITCHED OFF"}),
              static_cast<int>(layers.size()));
  }
}

// All three off: the storm doubles.
TEST_F(DefectTest, NoLayersDouble) {
  Instance& server = Start(Disable({"lock", "notify_log", "state_machine"}));
  EXPECT_GE(WorstStorm({&server}, 5), 2);
}

// The gate off: what anybody signed goes through, if it is encrypted properly.
TEST_F(DefectTest, WithoutTheGateAForgeryPasses) {
  Instance& server = Start(Disable({"signature"}));
  AddOrder("T1");
  EXPECT_EQ(Send(server.port(), "POST", "/notify/wxpay", {}, Body({})).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
}

// article: one effect for a storm, but a failure and a crash are acknowledged and lost.
TEST_F(DefectTest, ArticleLosesThePayment) {
  Instance& server = Start({"--defect=article"});
  AddOrder("T1");
  for (const int code : Storm({&server}, {}, 30, 5)) EXPECT_EQ(code, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  AddOrder("T2");
  FailPayments();
  const Answer failed = server.Deliver({.id = "EV-2", .order_no = "T2", .trade_no = "43"});
  EXPECT_EQ(failed.status, 200);
  EXPECT_NE(failed.body.find("FAIL"), std::string::npos);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(StreamLength(), 1);
  Run("UPDATE payment_notify_log SET status = 'processing', lease_until = NOW(6) - INTERVAL 1 DAY "
      "WHERE notify_id = 'EV-2'");
  Run("DROP TRIGGER boom");
  const Answer stuck = server.Deliver({.id = "EV-2", .order_no = "T2", .trade_no = "43"});
  EXPECT_EQ(stuck.status, 200);
  EXPECT_EQ(OrderStatus("T2"), "pending");
  AddOrder("T3", "cancelled");
  EXPECT_EQ(server.Deliver({.id = "EV-3", .order_no = "T3", .trade_no = "44"}).status, 200);
  EXPECT_EQ(Count("payment_exception"), 0);
}

// article: the event is out although the transaction was rolled back.
TEST_F(DefectTest, ArticlePublishesWhatDidNotHappen) {
  Instance& server = Start({"--defect=article"});
  AddOrder("T1");
  Run("CREATE TRIGGER boom BEFORE UPDATE ON payment_notify_log FOR EACH ROW "
      "IF NEW.status = 'done' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'; END IF");
  server.Deliver({});
  EXPECT_EQ(OrderStatus("T1"), "pending");
  EXPECT_EQ(StreamLength(), 1);
}

// check-then-act: a storm on fresh orders doubles within a few waves.
TEST_F(DefectTest, CheckThenActDoubles) {
  Instance& server = Start({"--defect=check-then-act"});
  EXPECT_GE(WorstStorm({&server}, 10), 2);
}

// local-lock: right with one instance, doubles with two.
TEST_F(DefectTest, LocalLockDoublesWithTwoInstances) {
  Instance& a = Start({"--defect=local-lock"});
  EXPECT_EQ(WorstStorm({&a}, 3), 1);
  Instance& b = Start({"--defect=local-lock"});
  Run("DELETE FROM `order`");
  Run("DELETE FROM payment_record");
  Run("DELETE FROM payment_notify_log");
  EXPECT_GE(WorstStorm({&a, &b}, 15), 2);
}

// unchecked-update: a late payment notice with a new id moves a refunded order back to paid.
TEST_F(DefectTest, UncheckedUpdateMovesBack) {
  Instance& server = Start({"--defect=unchecked-update"});
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "refunded");
  EXPECT_EQ(server.Deliver({.id = "EV-2"}).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Count("payment_record"), 1);
}

// order-number-key: the refund of a paid order is acknowledged and lost.
TEST_F(DefectTest, OrderNumberKeyLosesTheRefund) {
  Instance& server = Start({"--defect=order-number-key"});
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(server.Deliver(RefundOf({}, "RF-1", "5001", 9900)).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(Count("refund_record"), 0);
}

// redis-lock-not-released: after one failure the notification is turned away for ever.
TEST_F(DefectTest, LockNotReleasedBlocksForEver) {
  Instance& server = Start({"--defect=redis-lock-not-released", "--lock-ttl-ms=50"});
  AddOrder("T1");
  FailPayments();
  EXPECT_EQ(server.Deliver({}).status, 500);
  Run("DROP TRIGGER boom");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(server.Deliver({}).status, 409);
  EXPECT_TRUE(LockExists("EV-1"));
}

// redis-lock-others-deleted: a delivery that outlives its lock deletes the next one's; the correct
// server in the same place does not.
TEST_F(DefectTest, OthersLockIsDeleted) {
  for (const bool defect : {true, false}) {
    std::vector<std::string> flags = {"--lock-ttl-ms=200"};
    if (defect) flags.push_back("--defect=redis-lock-others-deleted");
    Instance& server = Start(flags);
    const std::string order = defect ? "T1" : "T2";
    AddOrder(order);
    const Notice notice{.id = "EV-" + order, .order_no = order, .trade_no = "42" + order};
    const auto holder = OtherSession();
    holder->Run("START TRANSACTION");
    holder->Query("SELECT id FROM `order` WHERE order_no = '" + order + "' FOR UPDATE");
    std::thread sender([&] { server.Deliver(notice); });
    ASSERT_TRUE(Eventually([&] { return LockExists(notice.id); }));
    ASSERT_TRUE(Eventually([&] { return !LockExists(notice.id); }));
    const std::string key = "notify:lock:wxpay:" + notice.id;
    redis_.Command({"SET", key, "somebody else"});
    holder->Run("ROLLBACK");
    sender.join();
    EXPECT_EQ(LockExists(notice.id), !defect);
  }
}

// redis-lock-others-deleted doubles: the second gets in when the first one's lock has run out.
TEST_F(DefectTest, OthersDeletedDoubles) {
  Instance& server = Start({"--defect=redis-lock-others-deleted", "--lock-ttl-ms=100"});
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  std::vector<std::thread> senders;
  for (int i = 0; i < 2; ++i) {
    senders.emplace_back([&] { server.Deliver({}); });
    std::this_thread::sleep_for(std::chrono::milliseconds(250));
  }
  holder->Run("ROLLBACK");
  for (std::thread& sender : senders) sender.join();
  EXPECT_EQ(Count("payment_record"), 2);
}

// Each defect starts, says so, and pays an undisturbed order.
TEST_F(DefectTest, EachWorksWhenNothingGoesWrong) {
  int number = 0;
  for (const char* name :
       {"article", "check-then-act", "local-lock", "order-number-key", "redis-lock-not-released",
        "redis-lock-others-deleted", "unchecked-update"}) {
    Instance& server = Start({std::string("--defect=") + name});
    const std::string order = "D" + std::to_string(number++);
    AddOrder(order);
    EXPECT_EQ(
        server.Deliver({.id = "EV-" + order, .order_no = order, .trade_no = "42" + order}).status,
        200);
    EXPECT_EQ(OrderStatus(order), "paid") << name;
    EXPECT_EQ(server.LinesWith({"a defect is switched on", name}), 1);
  }
}

}  // namespace
}  // namespace paystorm_reference::test
