#include "harness/probe/probe.h"

#include <gtest/gtest.h>

namespace paystorm {
namespace {

// Proves which lines are samples: labels with blanks, comments, and lines that are none.
TEST(ParseMetrics, ReadsSamplesOnly) {
  const auto values = ParseMetrics(
      "# HELP a_total x\n# TYPE a_total counter\na_total 3\nb_total{layer=\"lock\"} 812\n"
      "c{x=\"1 2\"} 4.5\nnonsense\nbad value\n\nlast 7");
  EXPECT_EQ(values.size(), 4u);
  EXPECT_EQ(values.at("a_total"), 3);
  EXPECT_EQ(values.at("b_total{layer=\"lock\"}"), 812);
  EXPECT_EQ(values.at("c{x=\"1 2\"}"), 4.5);
  EXPECT_EQ(values.at("last"), 7);
}

// Proves that JSON lines of several instances become one table and that other lines do no harm.
TEST(ReadLog, TakesJsonLinesAndPassesOverTheRest) {
  Evidence evidence;
  ReadLog(
      "a",
      {R"({"level":"info","msg":"duplicate notification skipped","instance":"x","channel":"wxpay",)"
       R"("notify_id":"n1","order_no":"T1","layer":"lock"})",
       "Segmentation fault", "[1,2]", R"({"level":"error","msg":"business step failed"})"},
      evidence);
  ReadLog("b", {R"({"level":"info","msg":"listening","port":80})"}, evidence);
  const Table* table = evidence.Find("subject_log");
  ASSERT_NE(table, nullptr);
  ASSERT_EQ(table->rows.size(), 3u);
  EXPECT_EQ(table->At(0, "instance"), "x");
  EXPECT_EQ(table->At(0, "notify_id"), "n1");
  EXPECT_EQ(table->At(0, "layer"), "lock");
  EXPECT_EQ(table->At(1, "instance"), "a");
  EXPECT_FALSE(table->rows[1][4].has_value());
  EXPECT_EQ(table->At(2, "instance"), "b");
}

// Proves that a subject without any line still gives a table, since silence is evidence too.
TEST(ReadLog, SilenceIsAnEmptyTable) {
  Evidence evidence;
  ReadLog("a", {}, evidence);
  ASSERT_NE(evidence.Find("subject_log"), nullptr);
  EXPECT_TRUE(evidence.Find("subject_log")->rows.empty());
}

// Proves that a database that cannot be reached leaves every table missing with the reason.
TEST(ReadTables, AMissingDatabaseIsSaidForEveryTable) {
  MysqlAddress address;
  address.address = "unix:///nonexistent/socket";
  Evidence evidence;
  ReadTables(address, ReferenceMapping(), evidence);
  EXPECT_TRUE(evidence.tables.empty());
  EXPECT_EQ(evidence.missing.size(), ReferenceMapping().size());
  EXPECT_NE(evidence.missing.at("orders").find("/nonexistent/socket"), std::string::npos);
}

// Proves the same of Redis.
TEST(ReadEvents, AMissingRedisIsSaid) {
  Evidence evidence;
  ReadEvents("unix:///nonexistent/redis", evidence);
  EXPECT_NE(evidence.missing.at("events").find("/nonexistent/redis"), std::string::npos);
}

}  // namespace
}  // namespace paystorm
