#include "harness/record/evidence.h"

#include <gtest/gtest.h>

namespace paystorm {
namespace {

Table Payments() {
  return {"payments",
          "SELECT ...",
          {"trade_no", "order_no", "amount_minor"},
          {{"T1", "A", "9900"}, {"T2", "A", std::nullopt}, {"T3", "B", ""}}};
}

// Proves that a cell is read by its column's name, and that null, an unknown column and a row too
// far read as empty.
TEST(Table, AtReadsByName) {
  const Table table = Payments();
  EXPECT_EQ(table.At(0, "amount_minor"), "9900");
  EXPECT_EQ(table.At(1, "amount_minor"), "");
  EXPECT_EQ(table.At(0, "no_such_column"), "");
  EXPECT_EQ(table.At(3, "trade_no"), "");
}

// Proves that Where picks rows in their order and takes null for no value, by picking each value.
TEST(Table, WherePicksRows) {
  const Table picked = Payments().Where("order_no", "A");
  ASSERT_EQ(picked.rows.size(), 2u);
  EXPECT_EQ(picked.At(1, "trade_no"), "T2");
  EXPECT_EQ(picked.columns, Payments().columns);
  EXPECT_EQ(picked.source, "SELECT ...");
  EXPECT_EQ(Payments().Where("amount_minor", "").rows.size(), 1u);
  EXPECT_TRUE(Payments().Where("no_such_column", "").rows.empty());
}

// Proves that a table that was not read is told from an empty one.
TEST(Evidence, FindTellsAbsentFromEmpty) {
  Evidence evidence;
  evidence.tables["payments"] = {"payments", "", {"trade_no"}, {}};
  ASSERT_NE(evidence.Find("payments"), nullptr);
  EXPECT_TRUE(evidence.Find("payments")->rows.empty());
  EXPECT_EQ(evidence.Find("refunds"), nullptr);
}

}  // namespace
}  // namespace paystorm
