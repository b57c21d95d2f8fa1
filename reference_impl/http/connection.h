#ifndef PAYSTORM_REFERENCE_HTTP_CONNECTION_H_
#define PAYSTORM_REFERENCE_HTTP_CONNECTION_H_

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "http/http_server.h"
#include "http/request_frame.h"

namespace paystorm_reference {

// One client's connection: bytes in, one request at a time out, answers back in the same order.
//
// The socket belongs to Pistache, which closes it on the connection's I/O thread. That thread calls
// Detach first, and every use of the socket happens under one lock, so that no answer can reach
// another client to whom the kernel has given the same descriptor. For this reason answers do not
// go through Pistache's own queue of writes, which knows descriptors only.
//
// Thread-safe. Nothing blocks but for the lock, which is never held over a blocking call.
class Connection final {
 public:
  using Clock = std::chrono::steady_clock;
  // Asks the I/O thread to look at this connection again, also when nothing new has come; with
  // `writable`, also as soon as the socket takes bytes again. Called under the lock.
  using Poke = std::function<void(bool writable)>;

  struct Settings {
    RequestFrame::Limits limits;
    std::chrono::milliseconds idle_timeout;
    std::chrono::milliseconds request_timeout;
    // How long the client may take to close after a last answer; its bytes are thrown away.
    std::chrono::milliseconds linger_timeout{2000};
  };

  // `settings` must outlive the connection.
  Connection(int fd, const Settings& settings, Poke poke);

  // Reads what has come and sends what was left over. On the I/O thread only.
  void OnReady();

  // The next complete request, if there is one and the one before it has been answered. Its answer
  // is owed from now on.
  std::optional<HttpRequest> NextRequest();

  // Answers the request taken last, or drops the answer when the client has gone.
  void Answer(const HttpResponse& response);

  // Acts on a time-out that is over at `now`: 408, or an end without a word.
  void OnTime(Clock::time_point now);

  // No further request is taken: closed now when nothing is owed, else after the answer.
  void BeginDrain();

  // Closes now, whatever is owed.
  void Kill();

  // Owes an answer or a part of one.
  bool Owing() const;

  // Nothing is left to do: the I/O thread should Detach and close.
  bool Finished() const;

  // The socket is not touched from now on. On the I/O thread only.
  void Detach();

 private:
  enum class Phase { kIdle, kReceiving, kBusy, kWriting, kLingering, kDead };

  bool HasRoom() const;
  void Read();
  void Flush();
  void Refuse(int status);
  void Send(const HttpResponse& response, bool keep_alive);
  void Die();
  void Settle();
  bool FinishedLocked() const;
  Phase CurrentPhase() const;

  const Settings& settings_;
  const Poke poke_;

  mutable std::mutex mutex_;  // guards everything below
  int fd_;                    // -1 after Detach
  RequestFrame frame_;
  std::string in_;     // read and not yet framed
  std::string out_;    // not yet taken by the socket
  bool busy_ = false;  // a request is out and not answered
  bool head_ = false;  // of the request that is out
  bool http_1_0_ = false;
  bool keep_alive_ = false;
  bool continued_ = false;  // "100 Continue" has been sent for the request being read
  bool unread_ = false;     // stopped reading although more may be there
  bool eof_ = false;        // the client will send no more, but may still read
  bool closing_ = false;    // a last answer was given
  bool shut_ = false;       // our end of the stream is closed
  bool failed_ = false;     // the connection is of no use any more
  bool draining_ = false;
  Phase phase_ = Phase::kIdle;
  Clock::time_point deadline_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_CONNECTION_H_
