#include "http/http_server.h"

#include <pistache/listener.h>
#include <pistache/net.h>
#include <strings.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "http/connection.h"
#include "http/listening_socket.h"
#include "http/response_bytes.h"
#include "http/transport.h"
#include "http/worker_pool.h"

namespace paystorm_reference {
namespace {

using namespace std::chrono_literals;
using Clock = Connection::Clock;

bool SameName(std::string_view a, std::string_view b) {
  return a.size() == b.size() && ::strncasecmp(a.data(), b.data(), a.size()) == 0;
}

// While it lives, new threads are born with all signals blocked, so that signals meant for the
// program are not delivered to threads of ours.
class SignalsBlocked final {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

// Counts one request in flight for as long as it lives, however that ends.
class InFlight final {
 public:
  explicit InFlight(std::atomic<size_t>* count) : count_(count) { ++*count_; }
  ~InFlight() { --*count_; }
  InFlight(const InFlight&) = delete;
  InFlight& operator=(const InFlight&) = delete;

 private:
  std::atomic<size_t>* const count_;
};

}  // namespace

size_t HttpRequest::CountHeader(std::string_view name) const {
  return static_cast<size_t>(std::count_if(headers.begin(), headers.end(), [&](const auto& header) {
    return SameName(header.first, name);
  }));
}

std::string_view HttpRequest::Header(std::string_view name) const {
  for (const auto& header : headers) {
    if (SameName(header.first, name)) return header.second;
  }
  return {};
}

std::string_view HttpRequest::path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

class HttpServer::Impl final : public ConnectionHost {
 public:
  Impl(Options options, Handler handler, InlineHandler inline_handler)
      : options_(std::move(options)),
        handler_(std::move(handler)),
        inline_handler_(std::move(inline_handler)),
        settings_{{options_.max_header_bytes, options_.max_body_bytes},
                  options_.idle_timeout,
                  options_.request_timeout},
        pool_(std::max<size_t>(options_.workers, 1), options_.queue) {
    overload_.status = 503;
    overload_.body = options_.overload_body;
  }

  ~Impl() override { Drain(0ms); }

  // Throws std::exception when it cannot listen.
  void Listen() {
    using Pistache::Tcp::Options;
    listener_ = std::make_unique<Pistache::Tcp::Listener>();
    listener_->init(
        std::max<size_t>(options_.io_threads, 1),
        Pistache::Flags<Options>(Options::NoDelay) | Options::ReuseAddr | Options::CloseOnExec,
        "reference-http", options_.backlog);
    listener_->setTransportFactory(
        [this] { return std::make_shared<Transport>(std::make_shared<ConnectionHandler>(this)); });
    const bool ipv6 = options_.bind.find(':') != std::string::npos;
    const std::string host = ipv6 ? "[" + options_.bind + "]" : options_.bind;
    listener_->bind(Pistache::Address(host, Pistache::Port(options_.port)));
    port_ = static_cast<uint16_t>(listener_->getPort());
    listener_->runThreaded();
    timer_ = std::thread([this] { WatchTimeouts(); });
  }

  uint16_t port() const { return port_; }
  bool Drain(std::chrono::milliseconds limit);

  std::shared_ptr<Connection> Open(int fd, Connection::Poke poke) override;
  void Serve(const std::shared_ptr<Connection>& connection) override;
  void Closed(const std::shared_ptr<Connection>& connection) override;

 private:
  HttpResponse RunHandler(const HttpRequest& request) const;
  std::optional<HttpResponse> RunInline(const HttpRequest& request) const;
  std::vector<std::shared_ptr<Connection>> Connections() const;
  bool AllAnswered() const;
  void StopThreads();
  void WatchTimeouts();

  const Options options_;
  const Handler handler_;
  const InlineHandler inline_handler_;
  const Connection::Settings settings_;
  HttpResponse overload_;
  uint16_t port_ = 0;

  std::atomic<size_t> in_flight_{0};

  mutable std::mutex mutex_;  // guards connections_, draining_ and stopping_
  std::unordered_set<std::shared_ptr<Connection>> connections_;
  bool draining_ = false;
  bool stopping_ = false;
  std::condition_variable stop_;

  std::mutex drain_mutex_;  // one Drain at a time; guards drained_
  std::optional<bool> drained_;

  std::thread timer_;
  WorkerPool pool_;
  std::unique_ptr<Pistache::Tcp::Listener> listener_;
};

std::shared_ptr<Connection> HttpServer::Impl::Open(int fd, Connection::Poke poke) {
  auto connection = std::make_shared<Connection>(fd, settings_, std::move(poke));
  bool too_late = false;
  {
    std::lock_guard lock(mutex_);
    connections_.insert(connection);
    too_late = draining_;
  }
  if (too_late) connection->BeginDrain();
  return connection;
}

void HttpServer::Impl::Closed(const std::shared_ptr<Connection>& connection) {
  std::lock_guard lock(mutex_);
  connections_.erase(connection);
}

// Runs on an I/O thread when bytes have come, and on a worker when its answer made room for a
// request that was sent ahead.
void HttpServer::Impl::Serve(const std::shared_ptr<Connection>& connection) {
  // Taken before the request, so that Drain never sees a request that is in neither place.
  auto token = std::make_shared<InFlight>(&in_flight_);
  while (auto request = connection->NextRequest()) {
    if (auto response = RunInline(*request)) {
      connection->Answer(*response);
      continue;
    }
    const bool taken = pool_.TryRun([this, connection, token, request = std::move(*request)] {
      connection->Answer(RunHandler(request));
      Serve(connection);
    });
    if (taken) return;
    connection->Answer(overload_);
  }
}

HttpResponse HttpServer::Impl::RunHandler(const HttpRequest& request) const {
  try {
    return handler_(request);
  } catch (...) {
    return FixedResponse(500);
  }
}

std::optional<HttpResponse> HttpServer::Impl::RunInline(const HttpRequest& request) const {
  if (!inline_handler_) return std::nullopt;
  try {
    return inline_handler_(request);
  } catch (...) {
    return FixedResponse(500);
  }
}

std::vector<std::shared_ptr<Connection>> HttpServer::Impl::Connections() const {
  std::lock_guard lock(mutex_);
  return {connections_.begin(), connections_.end()};
}

bool HttpServer::Impl::AllAnswered() const {
  if (in_flight_ != 0) return false;
  const auto connections = Connections();
  return std::none_of(connections.begin(), connections.end(),
                      [](const auto& connection) { return connection->Owing(); });
}

bool HttpServer::Impl::Drain(std::chrono::milliseconds limit) {
  std::lock_guard drain_lock(drain_mutex_);
  if (drained_.has_value()) return *drained_;
  const auto deadline = Clock::now() + limit;
  auto wait_until = [](auto done, Clock::time_point last) {
    while (!done()) {
      if (Clock::now() >= last) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  };
  {
    std::lock_guard lock(mutex_);
    draining_ = true;
  }
  bool answered = true;
  if (port_ != 0) {
    CloseListeningSocket(port_);
    for (const auto& connection : Connections()) connection->BeginDrain();
    answered = wait_until([this] { return AllAnswered(); }, deadline);
    // Clients that have their last answer get a moment to close by themselves.
    auto all_gone = [this] { return Connections().empty(); };
    if (answered && limit > 0ms) wait_until(all_gone, Clock::now() + 100ms);
    for (const auto& connection : Connections()) connection->Kill();
    // Pistache leaks the sockets it still holds at its end, also those that it has accepted and not
    // yet shown to us, so let it close them first.
    wait_until([&] { return all_gone() && !HasAcceptedSockets(port_); }, Clock::now() + 2s);
  }
  StopThreads();
  drained_ = answered;
  return answered;
}

void HttpServer::Impl::StopThreads() {
  pool_.Stop();
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  if (timer_.joinable()) timer_.join();
  if (listener_ != nullptr && listener_->isBound()) listener_->shutdown();
  listener_.reset();
}

void HttpServer::Impl::WatchTimeouts() {
  const auto shortest = std::min(options_.idle_timeout, options_.request_timeout);
  const auto tick = std::clamp<std::chrono::milliseconds>(shortest / 8, 5ms, 250ms);
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, tick, [this] { return stopping_; })) {
    const std::vector<std::shared_ptr<Connection>> connections(connections_.begin(),
                                                               connections_.end());
    lock.unlock();
    const auto now = Clock::now();
    for (const auto& connection : connections) connection->OnTime(now);
    lock.lock();
  }
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

std::unique_ptr<HttpServer> HttpServer::Start(Options options, Handler handler,
                                              InlineHandler inline_handler, std::string* error) {
  const std::string address = options.bind + ":" + std::to_string(options.port);
  std::signal(SIGPIPE, SIG_IGN);
  SignalsBlocked signals_blocked;
  try {
    auto impl =
        std::make_unique<Impl>(std::move(options), std::move(handler), std::move(inline_handler));
    impl->Listen();
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
  } catch (const std::exception& failure) {
    *error = "cannot listen on " + address + ": " + failure.what();
    return nullptr;
  }
}

uint16_t HttpServer::port() const { return impl_->port(); }

bool HttpServer::Drain(std::chrono::milliseconds deadline) { return impl_->Drain(deadline); }

}  // namespace paystorm_reference
