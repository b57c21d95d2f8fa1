#include "store/schema.h"

#include <utility>

namespace paystorm_reference {
namespace {

std::string Quoted(std::string_view name) {
  std::string out = "`";
  for (const char c : name) {
    if (c == '`') out += '`';
    out += c;
  }
  return out + "`";
}

void TakeTurn(DbSession& db) {
  // Each try is shorter than the read time-out of the session.
  for (int attempt = 0; attempt < 10; ++attempt) {
    const auto row = db.QueryOne("SELECT GET_LOCK('paystorm_reference_schema', 1)");
    if (row && row->at(0) == "1") return;
  }
  throw DbError(0, "another instance has been creating the schema for 10 s");
}

void DropKey(DbSession& db, const DroppedKey& dropped) {
  const auto there = db.QueryOne(
      "SELECT COUNT(*) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() "
      "AND TABLE_NAME = ? AND INDEX_NAME = ?",
      {dropped.table, dropped.key});
  if (!there || AsInt(there->at(0)) == 0) return;
  db.Run("ALTER TABLE " + Quoted(dropped.table) + " DROP INDEX " + Quoted(dropped.key));
}

}  // namespace

std::vector<std::string> SplitStatements(std::string_view script) {
  std::vector<std::string> statements;
  std::string current;
  while (!script.empty()) {
    const size_t end = script.find('\n');
    std::string_view line = script.substr(0, end);
    script.remove_prefix(end == std::string_view::npos ? script.size() : end + 1);
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line.substr(first, 2) == "--") continue;
    const size_t last = line.find_last_not_of(" \t\r");
    line = line.substr(0, last + 1);
    const bool complete = line.back() == ';';
    if (complete) line.remove_suffix(1);
    current.append(line).append("\n");
    if (complete) statements.push_back(std::exchange(current, std::string()));
  }
  if (!current.empty()) statements.push_back(std::move(current));
  return statements;
}

void InitSchema(const DbOptions& options, const std::vector<DroppedKey>& dropped) {
  DbOptions no_database = options;
  no_database.database.clear();
  DbSession db(no_database);
  TakeTurn(db);
  db.Run("CREATE DATABASE IF NOT EXISTS " + Quoted(options.database) +
         " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
  db.Run("USE " + Quoted(options.database));
  for (const std::string& statement : SplitStatements(kSchemaSql)) db.Run(statement);
  for (const DroppedKey& key : dropped) DropKey(db, key);
  db.QueryOne("SELECT RELEASE_LOCK('paystorm_reference_schema')");
}

}  // namespace paystorm_reference
