#include "harness/store/mysql.h"

#include <cppconn/connection.h>
#include <cppconn/driver.h>
#include <cppconn/exception.h>
#include <cppconn/prepared_statement.h>
#include <cppconn/resultset.h>
#include <cppconn/resultset_metadata.h>
#include <cppconn/statement.h>

#include <algorithm>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// Numbers of the server's error reference, and of the client library's.
constexpr int kAccessDenied = 1045;
constexpr int kUnknownDatabase = 1049;
constexpr int kFirstClientCode = 2000;

// The library's messages may name addresses and users, never passwords; line breaks are taken out.
std::string OneLine(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

bool IsLostConnection(int code) {
  return code == 2006 || code == 2013 || code == 1927 || code == 1053;
}

class Connection final : public MysqlConnection {
 public:
  Connection(std::unique_ptr<sql::Connection> connection, std::string address)
      : connection_(std::move(connection)), address_(std::move(address)) {}

  Result<Table> Query(const std::string& statement, const std::vector<Cell>& parameters) override {
    return Guard(statement, [&]() -> Result<Table> {
      std::unique_ptr<sql::PreparedStatement> prepared;
      std::unique_ptr<sql::Statement> plain;
      std::unique_ptr<sql::ResultSet> rows;
      if (parameters.empty()) {
        plain.reset(connection_->createStatement());
        rows.reset(plain->executeQuery(statement));
      } else {
        prepared = Prepare(statement, parameters);
        rows.reset(prepared->executeQuery());
      }
      return Read(statement, *rows);
    });
  }

  Result<int64_t> Execute(const std::string& statement,
                          const std::vector<Cell>& parameters) override {
    return Guard(statement, [&]() -> Result<int64_t> {
      // Text statements where nothing is bound: servers cannot prepare CREATE TRIGGER.
      if (parameters.empty()) {
        const std::unique_ptr<sql::Statement> plain(connection_->createStatement());
        return static_cast<int64_t>(plain->executeUpdate(statement));
      }
      return static_cast<int64_t>(Prepare(statement, parameters)->executeUpdate());
    });
  }

  Result<void> Begin() override { return Run("START TRANSACTION"); }
  Result<void> Rollback() override { return Run("ROLLBACK"); }
  Result<void> MakeReadOnly() override { return Run("SET SESSION TRANSACTION READ ONLY"); }

 private:
  Result<void> Run(const std::string& statement) {
    auto done = Execute(statement, {});
    if (!done) return done.error();
    return {};
  }

  std::unique_ptr<sql::PreparedStatement> Prepare(const std::string& statement,
                                                  const std::vector<Cell>& parameters) {
    std::unique_ptr<sql::PreparedStatement> prepared(connection_->prepareStatement(statement));
    for (size_t i = 0; i < parameters.size(); ++i) {
      const unsigned index = static_cast<unsigned>(i) + 1;
      if (parameters[i]) {
        prepared->setString(index, *parameters[i]);
      } else {
        prepared->setNull(index, 0);
      }
    }
    return prepared;
  }

  static Table Read(const std::string& statement, sql::ResultSet& rows) {
    Table table;
    table.source = statement;
    sql::ResultSetMetaData& about = *rows.getMetaData();
    for (unsigned i = 1; i <= about.getColumnCount(); ++i) {
      table.columns.push_back(about.getColumnLabel(i).asStdString());
    }
    while (rows.next()) {
      std::vector<Cell> row;
      for (unsigned i = 1; i <= about.getColumnCount(); ++i) {
        const std::string value = rows.getString(i).asStdString();
        row.push_back(rows.wasNull() ? Cell() : Cell(value));
      }
      table.rows.push_back(std::move(row));
    }
    return table;
  }

  // The library's exceptions stop here.
  template <typename Work>
  auto Guard(const std::string& statement, Work&& work) -> decltype(work()) {
    try {
      return work();
    } catch (const sql::SQLException& error) {
      const int code = error.getErrorCode();
      if (IsLostConnection(code)) {
        Error lost =
            Unavailable(Format("the database at {} closed the connection ({})", address_, code));
        lost.may_have_happened = true;
        return lost;
      }
      return Invalid(
          Format("the database refused \"{}\": {} ({})", statement, OneLine(error.what()), code));
    } catch (const std::exception& error) {
      return Internal(
          Format("the database client failed on \"{}\": {}", statement, OneLine(error.what())));
    }
  }

  std::unique_ptr<sql::Connection> connection_;
  const std::string address_;
};

int64_t Seconds(std::chrono::milliseconds span) {
  return std::max<int64_t>(1, (span.count() + 999) / 1000);
}

}  // namespace

Result<std::unique_ptr<MysqlConnection>> ConnectMysql(const MysqlAddress& address) {
  if (!address.address.starts_with("tcp://") && !address.address.starts_with("unix://")) {
    return Invalid(
        Format("\"{}\" is no database address; write tcp://127.0.0.1:3306 or "
               "unix:///path/to/socket",
               address.address));
  }
  sql::ConnectOptionsMap options;
  options["hostName"] = address.address;
  options["userName"] = address.user;
  options["password"] = address.password.Reveal();
  options["OPT_CHARSET_NAME"] = std::string("utf8mb4");
  options["OPT_CONNECT_TIMEOUT"] = static_cast<int>(Seconds(address.connect_timeout));
  options["OPT_READ_TIMEOUT"] = static_cast<int>(Seconds(address.answer_timeout));
  try {
    std::unique_ptr<sql::Connection> connection(get_driver_instance()->connect(options));
    // The schema option of the connect call reports every failure as a refused connection.
    if (!address.database.empty()) connection->setSchema(address.database);
    return std::unique_ptr<MysqlConnection>(
        std::make_unique<Connection>(std::move(connection), address.address));
  } catch (const sql::SQLException& error) {
    if (error.getErrorCode() == kAccessDenied) {
      return Unavailable(Format("the database at {} refuses user \"{}\": wrong user or password",
                                address.address, address.user));
    }
    if (error.getErrorCode() == kUnknownDatabase) {
      return Unavailable(Format("the database server at {} has no database \"{}\"", address.address,
                                address.database));
    }
    // The client library's own codes begin there; below, a server answered and said no.
    const bool nobody = error.getErrorCode() >= kFirstClientCode || error.getErrorCode() == 0;
    return Unavailable(Format(
        "{} at {}: {} ({})",
        nobody ? "there is no database server" : "the connection is refused by the database server",
        address.address, OneLine(error.what()), error.getErrorCode()));
  } catch (const std::exception& error) {
    return Unavailable(
        Format("cannot connect to the database at {}: {}", address.address, OneLine(error.what())));
  }
}

}  // namespace paystorm
