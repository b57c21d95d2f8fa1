#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "harness/process/temp_folder.h"
#include "harness/services/services.h"
#include "harness/store/mysql.h"
#include "harness/store/redis.h"

namespace paystorm {
namespace {

using std::chrono::milliseconds;

class ServicesTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TempFolder::Make();
    ASSERT_TRUE(folder.has_value());
    folder_ = std::move(folder).value();
  }
  std::unique_ptr<TempFolder> folder_;
};

// Proves that both servers come up in far less than the time anybody would notice, and that their
// folders are gone with them. The quickest of three starts counts: what else the machine does is not
// theirs.
TEST_F(ServicesTest, StartQuicklyAndLeaveNothing) {
  auto quickest = std::chrono::steady_clock::duration::max();
  for (int i = 0; i < 3; ++i) {
    const auto before = std::chrono::steady_clock::now();
    auto mariadb = StartMariaDb(folder_->path() + "/m", false);
    ASSERT_TRUE(mariadb.has_value()) << mariadb.error().message;
    auto redis = StartRedis(folder_->path() + "/r", false);
    ASSERT_TRUE(redis.has_value()) << redis.error().message;
    quickest = std::min(quickest, std::chrono::steady_clock::now() - before);
    EXPECT_TRUE((*mariadb)->running());
    mariadb->reset();
    redis->reset();
    EXPECT_FALSE(std::filesystem::exists(folder_->path() + "/m"));
    EXPECT_FALSE(std::filesystem::exists(folder_->path() + "/r"));
  }
  EXPECT_LT(quickest, std::chrono::seconds(2));
}

// Proves that a stopped database comes back on the same address with what was committed, and
// without what was not.
TEST_F(ServicesTest, MariaDbKeepsCommittedRowsOverAStop) {
  auto server = StartMariaDb(folder_->path() + "/m", false);
  ASSERT_TRUE(server.has_value()) << server.error().message;
  MysqlAddress address;
  address.address = (*server)->address();
  {
    auto connection = ConnectMysql(address);
    ASSERT_TRUE(connection.has_value()) << connection.error().message;
    ASSERT_TRUE((*connection)->Execute("CREATE DATABASE shop").has_value());
    ASSERT_TRUE(
        (*connection)->Execute("CREATE TABLE shop.t (a VARCHAR(20)) ENGINE=InnoDB").has_value());
    ASSERT_EQ(*(*connection)->Execute("INSERT INTO shop.t VALUES (?)", {Cell("kept")}), 1);
    ASSERT_TRUE((*connection)->Begin().has_value());
    ASSERT_EQ(*(*connection)->Execute("INSERT INTO shop.t VALUES (?)", {Cell("lost")}), 1);
    (*server)->Stop();
    EXPECT_FALSE((*server)->running());
    EXPECT_EQ((*connection)->Query("SELECT 1").error().code, ErrorCode::kUnavailable);
  }
  EXPECT_EQ(ConnectMysql(address).error().code, ErrorCode::kUnavailable);
  ASSERT_TRUE((*server)->Start().has_value());
  EXPECT_EQ((*server)->address(), address.address);
  address.database = "shop";
  auto connection = ConnectMysql(address);
  ASSERT_TRUE(connection.has_value()) << connection.error().message;
  auto rows = (*connection)->Query("SELECT a FROM t");
  ASSERT_TRUE(rows.has_value());
  ASSERT_EQ(rows->rows.size(), 1u);
  EXPECT_EQ(rows->At(0, "a"), "kept");
  // A session that was made read-only refuses to write.
  ASSERT_TRUE((*connection)->MakeReadOnly().has_value());
  EXPECT_EQ((*connection)->Execute("INSERT INTO t VALUES ('x')").error().code, ErrorCode::kInvalid);
  // The database's name is checked at the connection.
  address.database = "nowhere";
  EXPECT_NE(ConnectMysql(address).error().message.find("no database \"nowhere\""),
            std::string::npos);
}

// Proves the gateway's clock on locks: one of 30 s is alive after 29 s and gone after 31 s, and
// keys without a life are left alone.
TEST_F(ServicesTest, ALockAgesByTheJump) {
  auto server = StartRedis(folder_->path() + "/r", false);
  ASSERT_TRUE(server.has_value()) << server.error().message;
  auto redis = ConnectRedis((*server)->address());
  ASSERT_TRUE(redis.has_value()) << redis.error().message;
  ASSERT_TRUE((*redis)->Command({"SET", "lock", "token", "NX", "PX", "30000"}).has_value());
  ASSERT_TRUE((*redis)->Command({"SET", "plain", "1"}).has_value());
  auto aged = (*redis)->AgeKeys(milliseconds(29000));
  ASSERT_TRUE(aged.has_value()) << aged.error().message;
  EXPECT_EQ(aged->younger, std::vector<std::string>{"lock"});
  EXPECT_TRUE(aged->expired.empty());
  EXPECT_EQ((*redis)->Command({"EXISTS", "lock"})->at(0), "1");
  aged = (*redis)->AgeKeys(milliseconds(2000));
  ASSERT_TRUE(aged.has_value());
  EXPECT_EQ(aged->expired, std::vector<std::string>{"lock"});
  EXPECT_EQ((*redis)->Command({"EXISTS", "lock"})->at(0), "0");
  EXPECT_EQ((*redis)->Command({"EXISTS", "plain"})->at(0), "1");
}

// Proves that a killed Redis comes back empty on the same address, and what streams read like.
TEST_F(ServicesTest, RedisComesBackEmpty) {
  auto server = StartRedis(folder_->path() + "/r", false);
  ASSERT_TRUE(server.has_value()) << server.error().message;
  const std::string address = (*server)->address();
  auto redis = ConnectRedis(address);
  ASSERT_TRUE(redis.has_value());
  ASSERT_TRUE((*redis)->Command({"XADD", "s", "*", "a", "1", "b", "2"}).has_value());
  auto entries = (*redis)->ReadStream("s");
  ASSERT_TRUE(entries.has_value());
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ(entries->at(0).fields[1].second, "2");
  EXPECT_TRUE((*redis)->ReadStream("none")->empty());
  (*server)->Stop();
  EXPECT_FALSE((*redis)->Ping().has_value());
  EXPECT_FALSE(ConnectRedis(address).has_value());
  ASSERT_TRUE((*server)->Start().has_value());
  EXPECT_EQ((*server)->address(), address);
  EXPECT_TRUE(ConnectRedis(address).value()->ReadStream("s")->empty());
}

// Proves that an address of another shape is called so.
TEST_F(ServicesTest, AddressesAreChecked) {
  EXPECT_EQ(ConnectRedis("127.0.0.1:6379").error().code, ErrorCode::kInvalid);
  MysqlAddress address;
  address.address = "localhost";
  EXPECT_EQ(ConnectMysql(address).error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace paystorm
