#include "test/support/reference_test.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace paystorm_reference::test {
namespace {

std::string Text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void Write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

int NextNumber() {
  static std::atomic<int> next{0};
  return ++next;
}

std::vector<std::string> Arguments(const std::string& database, const std::string& name,
                                   const std::vector<std::string>& flags, bool with_redis) {
  Services& services = SharedServices();
  const std::string dir = services.dir().string();
  std::vector<std::string> argv = {"paystorm-reference",
                                   "--port-file=" + dir + "/" + name + ".port",
                                   "--mysql=" + services.mysql_address(),
                                   "--mysql-database=" + database,
                                   "--init-schema",
                                   "--instance=" + name,
                                   "--wxpay-key=" + std::string(kSerial) + "=" + dir + "/key.pem",
                                   "--wxpay-certificate=" + dir + "/cert.pem",
                                   "--wxpay-api-v3-key-file=" + dir + "/api",
                                   "--wxpay-mchid=" + std::string(kMchid),
                                   "--wxpay-appid=" + std::string(kAppid)};
  if (with_redis) argv.push_back("--redis=" + services.redis_address());
  argv.insert(argv.end(), flags.begin(), flags.end());
  return argv;
}

}  // namespace

bool Eventually(const std::function<bool()>& condition, std::chrono::milliseconds timeout) {
  const auto end = std::chrono::steady_clock::now() + timeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

Instance::Instance(const std::string& database, const std::string& name,
                   const std::vector<std::string>& flags, bool with_redis)
    : log_file_((SharedServices().dir() / (name + ".log")).string()),
      port_file_((SharedServices().dir() / (name + ".port")).string()),
      child_(PAYSTORM_REFERENCE_BINARY, Arguments(database, name, flags, with_redis), log_file_) {
  std::optional<int> ended;
  const bool ready = Eventually(
      [&] {
        ended = child_.Wait(std::chrono::milliseconds(0));
        return ended || std::filesystem::exists(port_file_);
      },
      std::chrono::seconds(20));
  if (!ready || ended) throw std::runtime_error("the reference did not start: " + log());
  port_ = static_cast<uint16_t>(std::stoi(Text(port_file_)));
}

std::string Instance::log() const { return Text(log_file_); }

int Instance::LinesWith(const std::vector<std::string>& parts) const {
  std::istringstream in(log());
  int found = 0;
  for (std::string line; std::getline(in, line);) {
    bool all = true;
    for (const std::string& part : parts) all = all && line.find(part) != std::string::npos;
    if (all) ++found;
  }
  return found;
}

int64_t Instance::Metric(const std::string& name) const {
  const std::string text = Get(port_, "/metrics").body;
  const std::string line = "\npaystorm_reference_" + name + " ";
  const size_t at = text.find(line);
  return at == std::string::npos ? -1 : std::stoll(text.substr(at + line.size()));
}

Answer Instance::Deliver(const Notice& notice) const { return DeliverBody(Body(notice)); }

Answer Instance::DeliverBody(std::string_view body) const {
  return Send(port_, "POST", "/notify/wxpay", SharedSigner().SignedHeaders(body), body);
}

ReferenceTest::ReferenceTest()
    : services_(SharedServices()),
      database_("t" + std::to_string(NextNumber())),
      admin_({services_.mysql_address(), "root", "", ""}),
      redis_(services_.redis_address()) {
  Write(services_.dir() / "key.pem", SharedSigner().PublicPem());
  Write(services_.dir() / "cert.pem",
        SharedSigner().CertificatePem("51856640BA57CBD6343BA9EA2D409A9E9AC5EB65"));
  Write(services_.dir() / "api", kApiKey);
  redis_.Command({"FLUSHALL"});
}

ReferenceTest::~ReferenceTest() {
  if (HasFailure()) {
    for (const auto& instance : instances_) std::fputs(instance->log().c_str(), stderr);
  }
  instances_.clear();
}

Instance& ReferenceTest::Start(const std::vector<std::string>& flags, bool with_redis) {
  const std::string name = database_ + "-" + std::to_string(NextNumber());
  instances_.push_back(std::make_unique<Instance>(database_, name, flags, with_redis));
  admin_.Run("USE " + database_);
  return *instances_.back();
}

void ReferenceTest::AddOrder(const std::string& order_no, const std::string& status,
                             int64_t amount_minor) {
  admin_.Execute(
      "INSERT INTO `order` (order_no, status, amount_minor, currency, channel, mchid, appid) "
      "VALUES (?, ?, ?, 'CNY', 'wxpay', ?, ?)",
      {order_no, status, amount_minor, kMchid, kAppid});
}

std::string ReferenceTest::One(const std::string& select) {
  const auto row = admin_.QueryOne(select);
  return row ? row->at(0).value_or("NULL") : "none";
}

int64_t ReferenceTest::Count(const std::string& table, const std::string& where) {
  return std::stoll(One("SELECT COUNT(*) FROM `" + table + "` WHERE " + where));
}

std::string ReferenceTest::OrderStatus(const std::string& order_no) {
  return One("SELECT status FROM `order` WHERE order_no = '" + order_no + "'");
}

void ReferenceTest::Run(const std::string& sql) { admin_.Run(sql); }

std::unique_ptr<DbSession> ReferenceTest::OtherSession() const {
  return std::make_unique<DbSession>(DbOptions{services_.mysql_address(), "root", "", database_});
}

int64_t ReferenceTest::StreamLength() {
  const auto reply = redis_.Command({"XLEN", "payment_events"});
  return reply ? reply->integer : -1;
}

bool ReferenceTest::LockExists(const std::string& notify_id) {
  const std::string key = "notify:lock:wxpay:" + notify_id;
  const auto reply = redis_.Command({"EXISTS", key});
  return reply && reply->integer == 1;
}

int64_t ReferenceTest::RowsWritten() {
  int64_t rows = 0;
  for (const char* table :
       {"payment_record", "refund_record", "payment_notify_log", "outbox", "payment_exception"}) {
    rows += Count(table);
  }
  return rows;
}

std::vector<int> Storm(const std::vector<const Instance*>& instances, const Notice& notice,
                       int threads, int each) {
  const std::string body = Body(notice);
  std::vector<int> codes(static_cast<size_t>(threads * each));
  std::vector<Headers> headers;
  headers.reserve(codes.size());
  for (size_t i = 0; i < codes.size(); ++i) headers.push_back(SharedSigner().SignedHeaders(body));
  std::atomic<int> ready{0};
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back([&, t] {
      ++ready;
      while (ready < threads) std::this_thread::yield();
      const Instance& to = *instances[static_cast<size_t>(t) % instances.size()];
      for (int i = 0; i < each; ++i) {
        const auto at = static_cast<size_t>(t * each + i);
        codes[at] = Send(to.port(), "POST", "/notify/wxpay", headers[at], body).status;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  return codes;
}

}  // namespace paystorm_reference::test
