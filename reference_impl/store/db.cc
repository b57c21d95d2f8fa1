#include "store/db.h"

#include <cppconn/connection.h>
#include <cppconn/driver.h>
#include <cppconn/exception.h>
#include <cppconn/prepared_statement.h>
#include <cppconn/resultset.h>
#include <cppconn/resultset_metadata.h>
#include <cppconn/statement.h>

#include <charconv>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace paystorm_reference {
namespace {

DbError::Kind KindOf(int code) {
  switch (code) {
    case 1213:
    case 1205:
      return DbError::Kind::kRetryable;
    case 1062:
      return DbError::Kind::kDuplicateKey;
    case 1040:  // too many connections
    case 1053:  // server shutdown in progress
    case 1077:  // normal shutdown
    case 1152:  // aborted connection
    case 1184:
    case 1243:  // statement of a session that is gone
    case 1927:  // connection was killed (MariaDB)
    case 4031:  // disconnected by the server because of inactivity (MySQL 8)
      return DbError::Kind::kConnectionLost;
    default:
      return code >= 2000 && code < 2100 ? DbError::Kind::kConnectionLost : DbError::Kind::kOther;
  }
}

sql::Connection* OpenSession(const DbOptions& options) {
  static std::mutex driver_mutex;  // the driver is made on its first use
  sql::Driver* driver = nullptr;
  {
    const std::lock_guard<std::mutex> lock(driver_mutex);
    driver = get_driver_instance();
  }
  sql::ConnectOptionsMap map;
  map["hostName"] = sql::SQLString(options.address);
  map["userName"] = sql::SQLString(options.user);
  map["password"] = sql::SQLString(options.password);
  if (!options.database.empty()) map["schema"] = sql::SQLString(options.database);
  map["OPT_CONNECT_TIMEOUT"] = 1;
  map["OPT_READ_TIMEOUT"] = 2;
  map["OPT_WRITE_TIMEOUT"] = 2;
  map["OPT_CHARSET_NAME"] = sql::SQLString("utf8mb4");
  map["CLIENT_FOUND_ROWS"] = true;
  map["OPT_RECONNECT"] = false;
  return driver->connect(map);
}

}  // namespace

DbError::DbError(int code, const std::string& message)
    : std::runtime_error(message), code_(code), kind_(KindOf(code)) {}

int64_t AsInt(const std::optional<std::string>& column) {
  if (!column) throw DbError(0, "a number was NULL");
  int64_t value = 0;
  const char* end = column->data() + column->size();
  const auto [stop, error] = std::from_chars(column->data(), end, value);
  if (error != std::errc() || stop != end) throw DbError(0, "not a number: " + *column);
  return value;
}

struct DbSession::Session {
  std::unique_ptr<sql::Connection> connection;
  std::map<std::string, std::unique_ptr<sql::PreparedStatement>, std::less<>> statements;

  sql::PreparedStatement& Prepared(std::string_view sql) {
    auto found = statements.find(sql);
    if (found == statements.end()) {
      std::string text(sql);
      std::unique_ptr<sql::PreparedStatement> made(connection->prepareStatement(text));
      found = statements.emplace(std::move(text), std::move(made)).first;
    }
    return *found->second;
  }
};

namespace {

void Bind(sql::PreparedStatement& statement, std::initializer_list<Param> params) {
  unsigned index = 1;
  for (const Param& param : params) {
    if (const auto* number = std::get_if<int64_t>(&param)) {
      statement.setInt64(index, *number);
    } else if (const auto* text = std::get_if<std::string_view>(&param)) {
      statement.setString(index, sql::SQLString(text->data(), text->size()));
    } else {
      statement.setNull(index, 0);
    }
    ++index;
  }
}

}  // namespace

DbSession::DbSession(DbOptions options) : options_(std::move(options)) {}

DbSession::~DbSession() { Close(); }

void DbSession::Close() {
  try {
    session_.reset();
  } catch (const sql::SQLException&) {
    // Closing a session that is gone already; nothing is left to release.
    broken_ = true;
  }
}

template <typename Body>
auto DbSession::Guard(const Body& body) {
  try {
    return body();
  } catch (const sql::SQLException& e) {
    const DbError error(e.getErrorCode(), e.what());
    if (error.kind() == DbError::Kind::kConnectionLost) broken_ = true;
    throw error;
  }
}

DbSession::Session& DbSession::Use() {
  if (broken_) Close();
  broken_ = false;
  if (!session_) {
    auto made = std::make_unique<Session>();
    Guard([&] {
      made->connection.reset(OpenSession(options_));
      const std::unique_ptr<sql::Statement> s(made->connection->createStatement());
      s->execute("SET SESSION innodb_lock_wait_timeout = 1");
      s->execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
      s->execute("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
    });
    session_ = std::move(made);
  }
  return *session_;
}

void DbSession::EnsureAlive(bool probe) {
  Session& session = Use();
  if (!probe) return;
  const bool alive = Guard([&] { return session.connection->isValid(); });
  if (alive) return;
  broken_ = true;
  Use();
}

int64_t DbSession::Execute(std::string_view sql, std::initializer_list<Param> params) {
  Session& session = Use();
  return Guard([&] {
    sql::PreparedStatement& statement = session.Prepared(sql);
    Bind(statement, params);
    return static_cast<int64_t>(statement.executeUpdate());
  });
}

std::vector<Row> DbSession::Query(std::string_view sql, std::initializer_list<Param> params) {
  Session& session = Use();
  return Guard([&] {
    sql::PreparedStatement& statement = session.Prepared(sql);
    Bind(statement, params);
    const std::unique_ptr<sql::ResultSet> result(statement.executeQuery());
    const unsigned columns = result->getMetaData()->getColumnCount();
    std::vector<Row> rows;
    while (result->next()) {
      Row row(columns);
      for (unsigned i = 0; i < columns; ++i) {
        const sql::SQLString text = result->getString(i + 1);
        if (!result->wasNull()) row[i] = text.asStdString();
      }
      rows.push_back(std::move(row));
    }
    return rows;
  });
}

std::optional<Row> DbSession::QueryOne(std::string_view sql, std::initializer_list<Param> params) {
  std::vector<Row> rows = Query(sql, params);
  if (rows.empty()) return std::nullopt;
  return std::move(rows.front());
}

void DbSession::Run(std::string_view sql) {
  Session& session = Use();
  Guard([&] {
    const std::unique_ptr<sql::Statement> statement(session.connection->createStatement());
    statement->execute(sql::SQLString(sql.data(), sql.size()));
  });
}

Transaction::Transaction(DbSession& db) : db_(db) { db_.Run("START TRANSACTION"); }

Transaction::~Transaction() {
  if (!open_ || db_.broken()) return;
  try {
    db_.Run("ROLLBACK");
  } catch (const std::exception&) {
    db_.Close();  // the server rolls back when the session ends
  }
}

void Transaction::Commit() {
  open_ = false;
  db_.Run("COMMIT");
}

}  // namespace paystorm_reference
