#include "http/connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "http/response_bytes.h"

namespace paystorm_reference {
namespace {

// Bytes kept while a request is being answered; the rest waits in the kernel and slows the sender.
constexpr size_t kReadAheadBytes = 65536;
// A client that never stops sending must not keep the I/O thread from the others.
constexpr int kReadsPerTurn = 16;

}  // namespace

Connection::Connection(int fd, const Settings& settings, Poke poke)
    : settings_(settings),
      poke_(std::move(poke)),
      fd_(fd),
      frame_(settings.limits),
      deadline_(Clock::now() + settings.idle_timeout) {}

void Connection::OnReady() {
  std::lock_guard lock(mutex_);
  if (fd_ < 0) return;
  if (!out_.empty()) Flush();
  if (!failed_) Read();
  Settle();
}

bool Connection::HasRoom() const {
  // Twice the header's limit, so that a header or a chunk's line always fits.
  return closing_ || in_.size() < std::max(kReadAheadBytes, 2 * settings_.limits.header_bytes);
}

void Connection::Read() {
  std::array<char, 16384> buffer;
  unread_ = false;
  for (int turn = 0; turn < kReadsPerTurn && HasRoom(); ++turn) {
    const ssize_t count = ::recv(fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count > 0) {
      if (!closing_) in_.append(buffer.data(), static_cast<size_t>(count));
    } else if (count == 0) {
      eof_ = true;
      return;
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return;
    } else if (errno != EINTR) {
      failed_ = true;
      return;
    }
  }
  unread_ = true;
}

std::optional<HttpRequest> Connection::NextRequest() {
  std::lock_guard lock(mutex_);
  std::optional<HttpRequest> request;
  if (fd_ >= 0 && !busy_ && !closing_ && !failed_ && !draining_ && out_.empty()) {
    in_.erase(0, frame_.Put(in_));
    if (frame_.refusal() != 0) {
      Refuse(frame_.refusal());
    } else if (frame_.complete()) {
      head_ = frame_.is_head();
      http_1_0_ = frame_.is_http_1_0();
      keep_alive_ = frame_.keep_alive();
      continued_ = false;
      busy_ = true;
      request = frame_.Take();
    } else if (eof_ && frame_.started()) {
      Refuse(400);
    } else if (!continued_ && frame_.expects_continue()) {
      continued_ = true;
      out_ += "HTTP/1.1 100 Continue\r\n\r\n";
      Flush();
    }
  }
  Settle();
  return request;
}

void Connection::Answer(const HttpResponse& response) {
  std::lock_guard lock(mutex_);
  if (fd_ < 0 || !busy_) return;
  busy_ = false;
  Send(response, keep_alive_ && !draining_);
  Settle();
}

void Connection::Refuse(int status) {
  head_ = frame_.is_head();
  http_1_0_ = frame_.is_http_1_0();
  Send(FixedResponse(status), false);
}

void Connection::Send(const HttpResponse& response, bool keep_alive) {
  out_ += ResponseBytes(response, {head_, http_1_0_, keep_alive});
  if (!keep_alive) {
    closing_ = true;
    in_.clear();
  }
  Flush();
}

void Connection::Flush() {
  size_t sent = 0;
  bool blocked = false;
  while (sent < out_.size() && !failed_ && !blocked) {
    const ssize_t count =
        ::send(fd_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      blocked = true;
    } else if (errno != EINTR) {
      failed_ = true;
    }
  }
  out_.erase(0, sent);
  if (failed_) {
    out_.clear();
  } else if (blocked) {
    poke_(true);
  } else if (closing_ && !shut_) {
    // Not close: unread input would turn it into a reset, which can destroy the answer on its way.
    shut_ = true;
    ::shutdown(fd_, SHUT_WR);
  }
}

void Connection::OnTime(Clock::time_point now) {
  std::lock_guard lock(mutex_);
  if (fd_ < 0 || failed_ || phase_ == Phase::kBusy || now < deadline_) return;
  if (phase_ == Phase::kReceiving) {
    Refuse(408);
  } else {
    Die();
  }
  Settle();
}

void Connection::BeginDrain() {
  std::lock_guard lock(mutex_);
  draining_ = true;
  if (fd_ >= 0 && !busy_ && out_.empty() && !closing_) Die();
  Settle();
}

void Connection::Kill() {
  std::lock_guard lock(mutex_);
  if (fd_ >= 0) Die();
  Settle();
}

void Connection::Die() {
  failed_ = true;
  out_.clear();
  ::shutdown(fd_, SHUT_RDWR);
}

bool Connection::Owing() const {
  std::lock_guard lock(mutex_);
  return fd_ >= 0 && !failed_ && (busy_ || !out_.empty());
}

bool Connection::Finished() const {
  std::lock_guard lock(mutex_);
  return FinishedLocked();
}

bool Connection::FinishedLocked() const {
  if (fd_ < 0) return false;
  if (failed_) return true;
  const bool all_served = closing_ || (in_.empty() && !frame_.started());
  return eof_ && !busy_ && out_.empty() && all_served;
}

void Connection::Detach() {
  std::lock_guard lock(mutex_);
  fd_ = -1;
  in_.clear();
  out_.clear();
}

Connection::Phase Connection::CurrentPhase() const {
  if (failed_) return Phase::kDead;
  if (!out_.empty()) return Phase::kWriting;
  if (closing_) return Phase::kLingering;
  if (busy_) return Phase::kBusy;
  return frame_.started() ? Phase::kReceiving : Phase::kIdle;
}

// Ends every change: starts the clock of a new phase, and wakes the I/O thread when there is
// something that it alone may do. Called on that thread this costs one needless wake-up at most.
void Connection::Settle() {
  if (fd_ < 0) return;
  const Phase phase = CurrentPhase();
  if (phase != phase_) {
    phase_ = phase;
    const auto allowed = phase == Phase::kIdle        ? settings_.idle_timeout
                         : phase == Phase::kLingering ? settings_.linger_timeout
                                                      : settings_.request_timeout;
    deadline_ = Clock::now() + allowed;
  }
  if (FinishedLocked() || (unread_ && HasRoom())) poke_(false);
}

}  // namespace paystorm_reference
