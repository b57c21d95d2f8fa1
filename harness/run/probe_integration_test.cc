#include <gtest/gtest.h>

#include "harness/probe/probe.h"
#include "harness/process/temp_folder.h"
#include "harness/services/services.h"

namespace paystorm {
namespace {

class ProbeTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempFolder::Make();
    ASSERT_TRUE(folder.has_value());
    folder_ = std::move(folder).value();
  }
  void StartDatabase() {
    auto server = StartMariaDb(folder_->path() + "/m", false);
    ASSERT_TRUE(server.has_value()) << server.error().message;
    mariadb_ = std::move(server).value();
    address_.address = mariadb_->address();
    auto connection = ConnectMysql(address_);
    ASSERT_TRUE(connection.has_value()) << connection.error().message;
    admin_ = std::move(connection).value();
    Run("CREATE DATABASE shop CHARACTER SET utf8mb4");
    Run("USE shop");
    address_.database = "shop";
  }
  void Run(const std::string& statement) {
    auto done = admin_->Execute(statement);
    ASSERT_TRUE(done.has_value()) << done.error().message;
  }
  std::unique_ptr<TempFolder> folder_;
  std::unique_ptr<PrivateServer> mariadb_;
  std::unique_ptr<MysqlConnection> admin_;
  MysqlAddress address_;
};

// Proves that tables are read as they are, NULL as no value, and that a table that is missing or a
// statement that would write becomes a reason and leaves the rest alone.
TEST_F(ProbeTest, ReadsTablesAndNamesWhatItCannot) {
  StartDatabase();
  Run("CREATE TABLE paid (order_no VARCHAR(32), note VARCHAR(32)) ENGINE=InnoDB");
  Run("INSERT INTO paid VALUES ('T1', NULL), ('T2', '\xE6\x94\xAF')");
  Evidence evidence;
  ReadTables(address_,
             {{"payments", "SELECT order_no, note FROM paid ORDER BY order_no"},
              {"refunds", "SELECT * FROM no_such_table"},
              {"outbox", "DELETE FROM paid"}},
             evidence);
  ASSERT_EQ(evidence.tables.count("payments"), 1u);
  const Table& payments = evidence.tables["payments"];
  EXPECT_EQ(payments.columns, (std::vector<std::string>{"order_no", "note"}));
  ASSERT_EQ(payments.rows.size(), 2u);
  EXPECT_FALSE(payments.rows[0][1].has_value());
  EXPECT_EQ(payments.At(1, "note"), "\xE6\x94\xAF");
  EXPECT_NE(evidence.missing["refunds"].find("no_such_table"), std::string::npos);
  EXPECT_NE(evidence.missing["outbox"].find("DELETE FROM paid"), std::string::npos);
  EXPECT_EQ(admin_->Query("SELECT * FROM paid")->rows.size(), 2u);
}

// Proves that a database that is gone is the reason for every table.
TEST_F(ProbeTest, NoDatabaseIsAReasonForEveryTable) {
  StartDatabase();
  mariadb_->Stop();
  Evidence evidence;
  ReadTables(address_, ReferenceMapping(), evidence);
  EXPECT_TRUE(evidence.tables.empty());
  EXPECT_EQ(evidence.missing.size(), ReferenceMapping().size());
  EXPECT_NE(evidence.missing["orders"].find(address_.address), std::string::npos);
}

// Proves that every change of an order's status is recorded in order, and nothing else is.
TEST_F(ProbeTest, TheTriggerRecordsEveryTransition) {
  StartDatabase();
  Run("CREATE TABLE `order` (order_no VARCHAR(64), status VARCHAR(16), n INT) ENGINE=InnoDB");
  for (const std::string& statement : TransitionTrigger()) Run(statement);
  Run("INSERT INTO `order` VALUES ('T1', 'pending', 0)");
  Run("UPDATE `order` SET status = 'paid'");
  Run("UPDATE `order` SET n = 1");
  Run("UPDATE `order` SET status = 'paid', n = 2");
  Run("UPDATE `order` SET status = 'pending'");
  auto rows = admin_->Query("SELECT from_state, to_state FROM paystorm_transition ORDER BY id");
  ASSERT_TRUE(rows.has_value()) << rows.error().message;
  ASSERT_EQ(rows->rows.size(), 2u);
  EXPECT_EQ(rows->At(0, "to_state"), "paid");
  EXPECT_EQ(rows->At(1, "from_state"), "paid");
  EXPECT_EQ(rows->At(1, "to_state"), "pending");
}

// Proves that messages come oldest first, that an empty stream is evidence of no message, and that
// a Redis that is gone is a reason.
TEST_F(ProbeTest, ReadsEventsOldestFirst) {
  auto server = StartRedis(folder_->path() + "/r", false);
  ASSERT_TRUE(server.has_value()) << server.error().message;
  const std::string address = (*server)->address();
  Evidence before;
  ReadEvents(address, before);
  ASSERT_EQ(before.tables.count("events"), 1u);
  EXPECT_TRUE(before.tables["events"].rows.empty());
  auto redis = ConnectRedis(address);
  ASSERT_TRUE(redis.has_value());
  for (const char* key : {"first", "second"}) {
    ASSERT_TRUE((*redis)
                    ->Command({"XADD", "payment_events", "*", "event_key", key, "event_type",
                               "paid", "order_no", "T1", "payload", "{}"})
                    .has_value());
  }
  Evidence evidence;
  ReadEvents(address, evidence);
  const Table& events = evidence.tables["events"];
  ASSERT_EQ(events.rows.size(), 2u);
  EXPECT_EQ(events.At(0, "event_key"), "first");
  EXPECT_EQ(events.At(1, "event_key"), "second");
  (*server)->Stop();
  Evidence after;
  ReadEvents(address, after);
  EXPECT_NE(after.missing["events"].find(address), std::string::npos);
}

}  // namespace
}  // namespace paystorm
