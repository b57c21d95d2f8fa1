#ifndef PAYSTORM_REFERENCE_STORE_DB_H_
#define PAYSTORM_REFERENCE_STORE_DB_H_

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace paystorm_reference {

// What the database said when it refused, or that it could not be asked. Immutable.
class DbError : public std::runtime_error {
 public:
  enum class Kind {
    kRetryable,       // 1213 deadlock, 1205 lock wait time-out: the same work may succeed now
    kConnectionLost,  // could not connect, or the connection broke: what was sent may have happened
    kDuplicateKey,    // 1062; the statement had no effect, the transaction goes on
    kOther,
  };
  DbError(int code, const std::string& message);
  int code() const { return code_; }
  Kind kind() const { return kind_; }

 private:
  int code_;
  Kind kind_;
};

struct DbOptions {
  std::string address;   // tcp://HOST:PORT or unix:///PATH
  std::string user;      // may be empty
  std::string password;  // may be empty; never logged
  std::string database;  // empty: none is chosen
};

using Param = std::variant<std::nullptr_t, int64_t, std::string_view>;

// One row as text, columns in the order selected; nullopt is SQL NULL.
using Row = std::vector<std::optional<std::string>>;

// A column as a number. Requires that the column is not NULL and holds an integer.
int64_t AsInt(const std::optional<std::string>& column);

// DbSession is one session. Statements are prepared once per session and kept; when the session
// breaks it is opened anew at the next use and they are prepared again.
//
// The session: autocommit, READ COMMITTED (so that no statement locks a gap or reads an old
// snapshot), innodb_lock_wait_timeout 1 s, strict mode, CLIENT_FOUND_ROWS (an UPDATE counts the
// rows it matched, which is what a compare-and-set asks). Connecting takes at most 1 s, a statement
// at most 2 s. Owned by one thread at a time.
class DbSession final {
 public:
  explicit DbSession(DbOptions options);
  ~DbSession();
  DbSession(const DbSession&) = delete;
  DbSession& operator=(const DbSession&) = delete;

  // Connects when not connected; with `probe` asks the server whether the session still lives.
  // Throws DbError.
  void EnsureAlive(bool probe);

  // Rows matched or inserted. Throws DbError.
  int64_t Execute(std::string_view sql, std::initializer_list<Param> params = {});
  std::vector<Row> Query(std::string_view sql, std::initializer_list<Param> params = {});
  std::optional<Row> QueryOne(std::string_view sql, std::initializer_list<Param> params = {});
  // As plain text, not prepared: for statements sent once, and BEGIN, COMMIT, ROLLBACK.
  void Run(std::string_view sql);

  bool broken() const { return broken_; }
  void Close();

 private:
  struct Session;
  Session& Use();
  template <typename Body>
  auto Guard(const Body& body);

  DbOptions options_;
  std::unique_ptr<Session> session_;
  bool broken_ = false;
};

// A transaction that is rolled back unless it was committed. Owned by one thread.
class Transaction final {
 public:
  explicit Transaction(DbSession& db);
  // Rolls back without throwing; a broken session needs no rollback, it is gone.
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  // Throws DbError; on kConnectionLost it is unknown whether the commit happened.
  void Commit();

 private:
  DbSession& db_;
  bool open_ = true;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_STORE_DB_H_
