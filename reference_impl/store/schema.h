#ifndef PAYSTORM_REFERENCE_STORE_SCHEMA_H_
#define PAYSTORM_REFERENCE_STORE_SCHEMA_H_

#include <string>
#include <string_view>
#include <vector>

#include "store/db.h"

namespace paystorm_reference {

// The text of schema.sql.
extern const std::string_view kSchemaSql;

// A unique key that a defect goes without.
struct DroppedKey {
  std::string table;  // without backticks
  std::string key;

  bool operator==(const DroppedKey&) const = default;
};

// The statements of a script whose statements end with ';' at the end of a line; comment lines are
// left out.
std::vector<std::string> SplitStatements(std::string_view script);

// Creates the database and the tables that are missing, then drops the named keys that are there.
// Safe when several instances start at once: they take turns by GET_LOCK. Throws DbError; waits at
// most 10 s for its turn.
void InitSchema(const DbOptions& options, const std::vector<DroppedKey>& dropped);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_STORE_SCHEMA_H_
