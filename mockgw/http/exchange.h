#ifndef PAYSTORM_MOCKGW_HTTP_EXCHANGE_H_
#define PAYSTORM_MOCKGW_HTTP_EXCHANGE_H_

// An Exchange is one easy handle with one request and its answer at a time; its last byte can be
// held back. Whoever drives the handle (curl_easy_perform or a multi handle) is not its business.
//
// libcurl silently sends a request again when a kept connection proves dead. A gateway must not:
// the second copy would be a delivery that nobody counted. So the body comes from a callback that
// cannot be rewound, which lets libcurl try again only while no byte of the body has left, and
// requests without a body never use a kept connection.
//
// Owned by one thread.

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "mockgw/base/clock.h"
#include "mockgw/http/client.h"
#include "mockgw/http/curl_handles.h"

namespace paystorm::mockgw {

// Told, from inside libcurl, that an exchange is about to let its last byte go.
class ReleaseListener {
 public:
  virtual ~ReleaseListener() = default;
  virtual void OnRelease() = 0;
};

class Exchange final {
 public:
  struct Setup {
    std::string ca_file;
    bool hold_last_byte = false;
    ReleaseListener* listener = nullptr;  // told only of a last byte that was held
  };

  // `clock` must outlive this.
  explicit Exchange(const Clock& clock);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Prepares the handle for `request`, which must outlive the exchange with it. Requires
  // CheckRequest(request), and that the handle is not part of a multi handle.
  void Begin(const HttpRequest& request, Setup setup);

  // All but the last byte has been handed to the kernel and libcurl waits for Release().
  bool held() const { return held_; }
  // The last byte may go. Writes nothing itself: whoever drives the handle next does.
  void Release();
  // The last byte of the body was handed to libcurl for sending, which happens in the same call.
  std::optional<SteadyTime> released() const { return released_; }
  SteadyTime begun() const { return begun_; }

  // The outcome, given what libcurl said at the end or, when it was stopped before, `stopped`.
  // `started` is released(), or begun() when the last byte never went.
  SendResult Finish(CURLcode code) const;
  SendResult Stop(const std::string& why) const;

  CURL* easy() const { return easy_.get(); }
  // The socket opened last for this exchange, -1 when none was; it may be closed by now.
  int socket() const { return socket_; }

 private:
  void SetMethodAndBody();
  void SetHeaders();
  SendResult Conclude(bool complete, std::string error) const;
  size_t Read(char* out, size_t room);
  void TakeHeaderLine(std::string_view line);
  bool TakeBody(std::string_view bytes);

  static size_t OnRead(char* out, size_t size, size_t count, void* self);
  static size_t OnWrite(char* data, size_t size, size_t count, void* self);
  static size_t OnHeader(char* data, size_t size, size_t count, void* self);
  static int OnSocket(void* self, curl_socket_t socket, curlsocktype purpose);
  static int OnRequestStart(void* self, char* peer, char* local, int peer_port, int local_port);

  const Clock& clock_;
  const EasyHandle easy_;
  const HttpRequest* request_ = nullptr;
  Setup setup_;
  HeaderList headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};

  size_t body_read_ = 0;  // bytes of the body that libcurl took from us
  bool holding_ = false;
  bool held_ = false;
  SteadyTime begun_;
  std::optional<SteadyTime> released_;
  int socket_ = -1;

  HttpAnswer answer_;
  bool answer_cut_ = false;  // by us, at the size we keep
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_EXCHANGE_H_
