#include "store/schema.h"

#include <gtest/gtest.h>

namespace paystorm_reference {
namespace {

// Comments and blank lines go, statements are cut at the ';' that ends a line.
TEST(SplitStatements, CutsAtLineEnds) {
  const auto statements =
      SplitStatements("-- a; b;\n\nCREATE x (\n  -- c\n  y ';'\n);  \nDROP z;\nE");
  ASSERT_EQ(statements.size(), 3U);
  EXPECT_EQ(statements[0], "CREATE x (\n  y ';'\n)\n");
  EXPECT_EQ(statements[1], "DROP z\n");
  EXPECT_EQ(statements[2], "E\n");
  EXPECT_TRUE(SplitStatements("-- nothing\n").empty());
}

// The embedded script is schema.sql: one CREATE TABLE for each of the six tables.
TEST(Schema, IsEmbedded) {
  const auto statements = SplitStatements(kSchemaSql);
  EXPECT_EQ(statements.size(), 6U);
  for (const std::string& statement : statements) {
    EXPECT_EQ(statement.rfind("CREATE TABLE IF NOT EXISTS ", 0), 0U) << statement;
    EXPECT_NE(statement.find("UNIQUE KEY"), std::string::npos) << statement;
  }
}

}  // namespace
}  // namespace paystorm_reference
