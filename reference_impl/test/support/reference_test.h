#ifndef PAYSTORM_REFERENCE_TEST_SUPPORT_REFERENCE_TEST_H_
#define PAYSTORM_REFERENCE_TEST_SUPPORT_REFERENCE_TEST_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/db.h"
#include "store/redis.h"
#include "test/support/child.h"
#include "test/support/http_client.h"
#include "test/support/services.h"
#include "test/support/signer.h"

namespace paystorm_reference::test {

// One running paystorm-reference, its port and its log.
class Instance final {
 public:
  Instance(const std::string& database, const std::string& name,
           const std::vector<std::string>& flags, bool with_redis);

  uint16_t port() const { return port_; }
  Child& child() { return child_; }
  std::string log() const;
  // How many lines of the log hold all of these texts.
  int LinesWith(const std::vector<std::string>& parts) const;
  // The value of a line of /metrics, e.g. Metric("turned_away_total{layer=\"lock\"}").
  int64_t Metric(const std::string& name) const;

  // Signs anew each time, as the gateway does.
  Answer Deliver(const Notice& notice) const;
  Answer DeliverBody(std::string_view body) const;

 private:
  std::string log_file_;
  std::string port_file_;
  Child child_;
  uint16_t port_ = 0;
};

// Each test has a database of its own on the shared MariaDB, and an emptied Redis.
class ReferenceTest : public ::testing::Test {
 protected:
  ReferenceTest();
  ~ReferenceTest() override;

  Instance& Start(const std::vector<std::string>& flags = {}, bool with_redis = true);

  void AddOrder(const std::string& order_no, const std::string& status = "pending",
                int64_t amount_minor = 9900);
  // Through a session with access to this test's tables.
  std::string One(const std::string& select);  // the first column of the first row, or "none"
  int64_t Count(const std::string& table, const std::string& where = "1=1");
  std::string OrderStatus(const std::string& order_no);
  void Run(const std::string& sql);
  // A session of its own, e.g. to hold a row lock.
  std::unique_ptr<DbSession> OtherSession() const;
  int64_t StreamLength();
  bool LockExists(const std::string& notify_id);
  // No row anywhere but in `order`.
  int64_t RowsWritten();

  Services& services_;
  std::string database_;
  DbSession admin_;
  Redis redis_;
  std::vector<std::unique_ptr<Instance>> instances_;
};

// Polls for at most `timeout`.
bool Eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds timeout = std::chrono::seconds(5));

// The same deliveries from this many threads at once; the answers' status codes.
std::vector<int> Storm(const std::vector<const Instance*>& instances, const Notice& notice,
                       int threads, int each);

}  // namespace paystorm_reference::test

#endif  // PAYSTORM_REFERENCE_TEST_SUPPORT_REFERENCE_TEST_H_
