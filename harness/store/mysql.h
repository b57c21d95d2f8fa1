#ifndef PAYSTORM_HARNESS_STORE_MYSQL_H_
#define PAYSTORM_HARNESS_STORE_MYSQL_H_

// Connections to a MySQL or MariaDB server.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "harness/record/evidence.h"
#include "mockgw/base/result.h"
#include "mockgw/base/secret.h"

namespace paystorm {

struct MysqlAddress {
  std::string address;  // tcp://127.0.0.1:3306 or unix:///path/to/socket
  std::string user = "root";
  Secret password;
  std::string database;  // empty: none chosen
  std::chrono::milliseconds connect_timeout{3000};
  std::chrono::milliseconds answer_timeout{10000};
};

// Owned by one thread. A statement that fails with a lost connection is not repeated.
class MysqlConnection {
 public:
  virtual ~MysqlConnection() = default;

  // kUnavailable naming the address when the server is gone; kInvalid with the server's code and
  // text when it refuses the statement.
  virtual Result<Table> Query(const std::string& statement,
                              const std::vector<Cell>& parameters = {}) = 0;
  // Rows affected.
  virtual Result<int64_t> Execute(const std::string& statement,
                                  const std::vector<Cell>& parameters = {}) = 0;
  virtual Result<void> Begin() = 0;
  virtual Result<void> Rollback() = 0;
  // From here on the session refuses every write (SET SESSION TRANSACTION READ ONLY).
  virtual Result<void> MakeReadOnly() = 0;
};

// kUnavailable naming the address, with "wrong user or password" (1045), "unknown database" (1049),
// any other refusal of the server's and "no server" told apart. Never prints the password.
Result<std::unique_ptr<MysqlConnection>> ConnectMysql(const MysqlAddress& address);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_STORE_MYSQL_H_
