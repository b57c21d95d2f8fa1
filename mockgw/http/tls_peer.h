#ifndef PAYSTORM_MOCKGW_HTTP_TLS_PEER_H_
#define PAYSTORM_MOCKGW_HTTP_TLS_PEER_H_

// HTTPS servers for tests, made of the openssl command line.

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

namespace paystorm::mockgw {

// A certificate for 127.0.0.1 that is its own authority, in a folder that lives as long as this.
// Owned by one thread.
class TestCertificate final {
 public:
  TestCertificate();
  ~TestCertificate();
  TestCertificate(const TestCertificate&) = delete;
  TestCertificate& operator=(const TestCertificate&) = delete;

  std::string certificate() const { return folder_ / "cert.pem"; }
  std::string key() const { return folder_ / "key.pem"; }

 private:
  std::filesystem::path folder_;
};

// Answers every POST on its one connection at a time with 200 and "ok".
// Thread-safe but for Stop().
class TlsPeer final {
 public:
  // Aborts when the server is not listening within ten seconds.
  explicit TlsPeer(const TestCertificate& certificate);
  ~TlsPeer();
  TlsPeer(const TlsPeer&) = delete;
  TlsPeer& operator=(const TlsPeer&) = delete;

  std::string url() const { return "https://127.0.0.1:" + std::to_string(port_) + "/x"; }
  size_t requests() const { return requests_.load(); }
  // Kills the server; a second call does nothing.
  void Stop();

 private:
  void Loop();
  // Reads what the server prints, which includes what clients send. False at its end.
  bool ReadMore();
  void AnswerWholeRequests();

  pid_t pid_ = -1;
  int to_server_ = -1;
  int from_server_ = -1;
  int port_ = 0;
  std::string printed_;
  std::atomic<size_t> requests_{0};
  std::thread thread_;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_TLS_PEER_H_
