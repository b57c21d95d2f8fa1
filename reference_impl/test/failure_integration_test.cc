#include <signal.h>

#include <chrono>
#include <thread>

#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using FailureTest = ReferenceTest;

milliseconds Since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

// Redis killed: deliveries go on at once, by the notify log. Redis back: the lock is used again
// within a second or so, and the waiting event is published.
TEST_F(FailureTest, RedisDownAndBack) {
  Instance& server = Start();
  AddOrder("T1");
  AddOrder("T2");
  services_.StopRedis();
  const auto start = steady_clock::now();
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_LT(Since(start).count(), 1500);
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  services_.StartRedis();
  ASSERT_TRUE(Eventually([&] { return StreamLength() == 1; }));
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T2' FOR UPDATE");
  const Notice second{.id = "EV-2", .order_no = "T2", .trade_no = "4200000002"};
  std::thread sender([&] { EXPECT_EQ(server.Deliver(second).status, 200); });
  EXPECT_TRUE(Eventually([&] { return LockExists("EV-2"); }));
  holder->Run("ROLLBACK");
  sender.join();
}

// Redis stopped, not gone (it accepts and never answers): a delivery costs well under a second.
TEST_F(FailureTest, RedisHangs) {
  Instance& server = Start();
  AddOrder("T1");
  services_.SignalRedis(SIGSTOP);
  const auto start = steady_clock::now();
  const int status = server.Deliver({}).status;
  const milliseconds took = Since(start);
  services_.SignalRedis(SIGCONT);
  EXPECT_EQ(status, 200);
  EXPECT_LT(took.count(), 1500);
}

// No Redis at all: a storm has one effect all the same.
TEST_F(FailureTest, RedisAbsentFromTheStart) {
  Instance& server = Start({}, false);
  AddOrder("T1");
  for (const int code : Storm({&server}, {}, 50, 4))
    EXPECT_TRUE(code == 200 || code == 409) << code;
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("payment_notify_log"), 1);
  EXPECT_EQ(Count("outbox", "published_at IS NULL"), 1);
}

// A step that fails: 500, everything rolled back, the row says why, one error line, the lock is
// free; the next delivery takes over at once and succeeds.
TEST_F(FailureTest, FailedStepIsRolledBackAndTriedAgain) {
  Instance& server = Start();
  AddOrder("T1");
  Run("CREATE TRIGGER boom BEFORE INSERT ON payment_record FOR EACH ROW "
      "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'ledger is closed'");
  const Answer answer = server.Deliver({});
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.body, R"({"code":"FAIL","message":"the business step failed"})");
  EXPECT_EQ(OrderStatus("T1"), "pending");
  EXPECT_EQ(Count("payment_record") + Count("outbox"), 0);
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', status, last_error) FROM payment_notify_log"),
            "failed ledger is closed");
  EXPECT_FALSE(LockExists("EV-1"));
  EXPECT_EQ(server.LinesWith({"\"level\":\"error\"", "\"msg\":\"business step failed\"",
                              "\"reason\":\"ledger is closed\"", "\"notify_id\":\"EV-1\""}),
            1);
  EXPECT_EQ(server.Metric("failed_total"), 1);
  Run("DROP TRIGGER boom");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', status, attempts, last_error IS NULL) "
                "FROM payment_notify_log"),
            "done 2 1");
}

// A row lock held for a while: the wait times out after 1 s, the step is tried again and succeeds.
TEST_F(FailureTest, LockWaitIsTriedAgain) {
  Instance& server = Start();
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  std::thread release([&] {
    std::this_thread::sleep_for(milliseconds(1300));
    holder->Run("ROLLBACK");
  });
  EXPECT_EQ(server.Deliver({}).status, 200);
  release.join();
  EXPECT_GE(server.Metric("retried_total"), 1);
  EXPECT_EQ(Count("payment_record"), 1);
}

// A row lock that stays: three tries, then 503 within 5 s; afterwards the next delivery succeeds.
TEST_F(FailureTest, LockWaitEndsInTime) {
  Instance& server = Start();
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  const auto start = steady_clock::now();
  EXPECT_EQ(server.Deliver({}).status, 503);
  EXPECT_LT(Since(start).count(), 5000);
  EXPECT_EQ(server.Metric("retried_total"), 2);
  holder->Run("ROLLBACK");
  EXPECT_EQ(One("SELECT status FROM payment_notify_log"), "failed");
  EXPECT_EQ(server.Deliver({}).status, 200);
}

// A true deadlock, in which the server picks our transaction as the victim, goes unnoticed.
TEST_F(FailureTest, DeadlockIsTriedAgain) {
  Instance& server = Start();
  AddOrder("T1");
  AddOrder("T2");
  // Ours locks T1 and then, by this trigger, T2; the other session locks them the other way round.
  Run("CREATE TRIGGER second BEFORE INSERT ON payment_record FOR EACH ROW "
      "UPDATE `order` SET updated_at = NOW(6) WHERE order_no = 'T2'");
  const std::string deadlocks =
      "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS "
      "WHERE VARIABLE_NAME = 'INNODB_DEADLOCKS'";
  const int before = std::stoi(One(deadlocks));
  const auto other = OtherSession();
  other->Run("START TRANSACTION");
  // Heavier than ours, so that the server picks ours as the victim.
  other->Run("UPDATE `order` SET updated_at = NOW(6) WHERE order_no = 'T2'");
  for (int i = 0; i < 20; ++i) {
    other->Run(
        "INSERT INTO payment_exception (channel, kind, order_no, trade_no, notify_id, "
        "amount_minor, currency, detail) VALUES ('x', 'x', 'x', '" +
        std::to_string(i) + "', 'x', 1, 'x', 'x')");
  }
  int status = 0;
  std::thread sender([&] { status = server.Deliver({}).status; });
  std::this_thread::sleep_for(milliseconds(300));  // ours holds T1 and waits for T2
  other->Run("UPDATE `order` SET updated_at = NOW(6) WHERE order_no = 'T1'");
  other->Run("ROLLBACK");
  sender.join();
  EXPECT_EQ(status, 200);
  EXPECT_EQ(One(deadlocks), std::to_string(before + 1));
  EXPECT_GE(server.Metric("retried_total"), 1);
  EXPECT_EQ(Count("payment_record"), 1);
}

// Killed while it worked: its claim stays, and is respected until its lease is over, then taken.
TEST_F(FailureTest, ClaimOfADeadProcessIsTakenOverAfterItsLease) {
  Instance& first = Start();
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  std::thread sender([&] { first.Deliver({}); });
  ASSERT_TRUE(Eventually([&] { return Count("payment_notify_log") == 1; }));
  first.child().Signal(SIGKILL);
  sender.join();
  holder->Run("ROLLBACK");
  Instance& second = Start();
  redis_.Command({"FLUSHALL"});
  EXPECT_EQ(second.Deliver({}).status, 409);
  EXPECT_EQ(Count("payment_record"), 0);
  EXPECT_EQ(second.Metric("turned_away_total{layer=\"notify_log\"}"), 1);
  Run("UPDATE payment_notify_log SET lease_until = lease_until - INTERVAL 31 SECOND");
  EXPECT_EQ(second.Deliver({}).status, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', status, attempts) FROM payment_notify_log"), "done 2");
}

// A claim that another delivery took over while its owner waited for its row: the owner finds
// another token there, commits nothing, and says that somebody else is at work.
TEST_F(FailureTest, LostClaimCommitsNothing) {
  Instance& server = Start({}, false);
  AddOrder("T1");
  // Whatever is claimed belongs to somebody else by the time its owner looks again.
  Run("CREATE TRIGGER taken BEFORE INSERT ON payment_notify_log FOR EACH ROW "
      "SET NEW.claim_token = 'other'");
  EXPECT_EQ(server.Deliver({}).status, 409);
  EXPECT_EQ(Count("payment_record") + Count("outbox"), 0);
  EXPECT_EQ(OrderStatus("T1"), "pending");
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', status, claim_token) FROM payment_notify_log"),
            "processing other");
  // By the other the work was finished meanwhile: a duplicate.
  Run("DROP TRIGGER taken");
  Run("UPDATE payment_notify_log SET status = 'done'");
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(Count("payment_record"), 0);
}

// Two retries of a failed row with Redis down: one of them works, the effect is single.
TEST_F(FailureTest, FailedRowIsTakenByOne) {
  Instance& server = Start({}, false);
  AddOrder("T1");
  Run("CREATE TRIGGER boom BEFORE INSERT ON payment_record FOR EACH ROW "
      "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no'");
  EXPECT_EQ(server.Deliver({}).status, 500);
  Run("DROP TRIGGER boom");
  for (const int code : Storm({&server}, {}, 20, 2))
    EXPECT_TRUE(code == 200 || code == 409) << code;
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(server.Metric("processed_total"), 1);
  EXPECT_EQ(One("SELECT CONCAT_WS(' ', status, attempts) FROM payment_notify_log"), "done 2");
}

// The event is published once, although the process dies before it could, and another one, and a
// third that finds the row unmarked although the stream has it.
TEST_F(FailureTest, EventIsPublishedOnce) {
  Instance& first = Start();
  AddOrder("T1");
  services_.StopRedis();
  EXPECT_EQ(first.Deliver({}).status, 200);
  first.child().Signal(SIGKILL);
  services_.StartRedis();
  EXPECT_EQ(Count("outbox", "published_at IS NULL"), 1);
  EXPECT_EQ(StreamLength(), 0);
  Start();
  ASSERT_TRUE(Eventually([&] { return Count("outbox", "published_at IS NOT NULL") == 1; }));
  EXPECT_EQ(StreamLength(), 1);
  Run("UPDATE outbox SET published_at = NULL");
  Start();
  ASSERT_TRUE(Eventually([&] { return Count("outbox", "published_at IS NOT NULL") == 1; }));
  EXPECT_EQ(StreamLength(), 1);
}

// The database killed: 503 quickly and not ready; back again: ready, and the delivery succeeds with
// statements prepared anew.
TEST_F(FailureTest, DatabaseGoneAndBack) {
  Instance& server = Start();
  AddOrder("T1");
  AddOrder("T2");
  EXPECT_EQ(server.Deliver({}).status, 200);
  services_.StopDatabase();
  EXPECT_EQ(Get(server.port(), "/readyz").status, 503);
  EXPECT_EQ(Get(server.port(), "/healthz").status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-2", .order_no = "T2", .trade_no = "42"}).status, 503);
  services_.StartDatabase();
  admin_.Close();
  admin_.Run("USE " + database_);
  EXPECT_EQ(Get(server.port(), "/readyz").status, 200);
  EXPECT_EQ(server.Deliver({.id = "EV-2", .order_no = "T2", .trade_no = "42"}).status, 200);
  EXPECT_EQ(server.Deliver({}).status, 200);
  EXPECT_EQ(Count("payment_record"), 2);
}

// The database hangs: answered within 5 s.
TEST_F(FailureTest, DatabaseHangs) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(Get(server.port(), "/readyz").status, 200);
  services_.SignalDatabase(SIGSTOP);
  const auto start = steady_clock::now();
  const int status = server.Deliver({}).status;
  const milliseconds took = Since(start);
  services_.SignalDatabase(SIGCONT);
  EXPECT_EQ(status, 503);
  EXPECT_LT(took.count(), 5000);
}

// SIGTERM: the delivery at work is answered, new ones are not accepted, exit 0.
TEST_F(FailureTest, DrainsOnSigterm) {
  Instance& server = Start();
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  int status = 0;
  std::thread sender([&] { status = server.Deliver({}).status; });
  ASSERT_TRUE(Eventually([&] { return server.Metric("in_flight") == 1; }));
  server.child().Signal(SIGTERM);
  EXPECT_TRUE(Eventually([&] { return Get(server.port(), "/healthz").status == 0; }));
  holder->Run("ROLLBACK");
  sender.join();
  EXPECT_EQ(status, 200);
  EXPECT_EQ(server.child().Wait(std::chrono::seconds(10)), 0);
  EXPECT_EQ(Count("payment_record"), 1);
}

// A wrong start is one line on stderr and the promised exit code.
TEST_F(FailureTest, CannotStart) {
  Instance& server = Start();
  const auto run = [&](const std::vector<std::string>& flags) {
    const std::string out = (services_.dir() / "out").string();
    std::vector<std::string> argv = {
        "paystorm-reference", "--mysql-database=x", "--disable-layer=signature",
        "--wxpay-api-v3-key-file=" + (services_.dir() / "api").string()};
    argv.insert(argv.end(), flags.begin(), flags.end());
    Child child(PAYSTORM_REFERENCE_BINARY, argv, out);
    return child.Wait(std::chrono::seconds(10));
  };
  EXPECT_EQ(run({"--mysql=nowhere"}), 2);
  EXPECT_EQ(run({"--mysql=unix:///nonexistent/socket", "--init-schema"}), 3);
  EXPECT_EQ(
      run({"--mysql=" + services_.mysql_address(), "--port=" + std::to_string(server.port())}), 3);
  EXPECT_EQ(run({"--mysql=" + services_.mysql_address(), "--port-file=/nonexistent/port"}), 3);
  EXPECT_EQ(run({"--list-defects"}), 0);
}

}  // namespace
}  // namespace paystorm_reference::test
