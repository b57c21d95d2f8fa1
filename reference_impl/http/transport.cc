#include "http/transport.h"

#include <pistache/peer.h>

#include <exception>
#include <utility>
#include <vector>

namespace paystorm_reference {

namespace aio = Pistache::Aio;
namespace tcp = Pistache::Tcp;
using Pistache::Polling::NotifyOn;

ConnectionHandler::ConnectionHandler(ConnectionHost* host) : host_(host) {}

// A clone serves another thread: it starts with no connections and no transport.
// NOLINTNEXTLINE(bugprone-copy-constructor-init)
ConnectionHandler::ConnectionHandler(const ConnectionHandler& other)
    : tcp::Handler(), host_(other.host_) {}

void ConnectionHandler::onConnection(const std::shared_ptr<tcp::Peer>& peer) {
  const int fd = peer->fd();
  tcp::Transport* const owner = transport();
  auto poke = [owner, fd](bool writable) {
    auto interest = NotifyOn::Read | NotifyOn::Shutdown;
    if (writable) interest = interest | NotifyOn::Write;
    try {
      owner->reactor()->modifyFd(owner->key(), fd, interest, Pistache::Polling::Mode::Edge);
    } catch (const std::exception&) {
      // Not yet in the poller: it reports all there is when the socket gets in.
    }
  };
  try {
    connections_[fd] = host_->Open(fd, std::move(poke));
  } catch (const std::exception&) {
    // Out of memory: Drive closes a peer without a connection at its first byte.
    connections_.erase(fd);
  }
}

void ConnectionHandler::onInput(const char*, size_t, const std::shared_ptr<tcp::Peer>&) {}

std::shared_ptr<Connection> ConnectionHandler::Find(int fd) const {
  const auto found = connections_.find(fd);
  return found == connections_.end() ? nullptr : found->second;
}

void ConnectionHandler::Forget(int fd) { connections_.erase(fd); }

Transport::Transport(const std::shared_ptr<ConnectionHandler>& handler)
    : tcp::Transport(handler), connection_handler_(handler) {}

std::shared_ptr<aio::Handler> Transport::clone() const {
  return std::make_shared<Transport>(std::make_shared<ConnectionHandler>(*connection_handler_));
}

void Transport::onReady(const aio::FdSet& fds) {
  std::vector<Pistache::Polling::Event> others;  // Pistache's own queues
  for (const auto& entry : fds) {
    const auto found = peers.find(static_cast<Pistache::Fd>(entry.getTag().value()));
    if (found != peers.end()) {
      Drive(found->second);
    } else {
      Pistache::Polling::Event event(entry.getTag());
      if (entry.isReadable()) event.flags.setFlag(NotifyOn::Read);
      if (entry.isWritable()) event.flags.setFlag(NotifyOn::Write);
      others.push_back(event);
    }
  }
  if (!others.empty()) tcp::Transport::onReady(aio::FdSet(std::move(others)));
}

void Transport::Drive(const std::shared_ptr<tcp::Peer>& peer) {
  const int fd = peer->fd();
  const auto connection = connection_handler_->Find(fd);
  if (connection != nullptr) {
    try {
      connection->OnReady();
      connection_handler_->host()->Serve(connection);
    } catch (const std::exception&) {
      connection->Kill();  // out of memory; the other connections go on
    }
    if (!connection->Finished()) return;
    connection->Detach();
    connection_handler_->host()->Closed(connection);
    connection_handler_->Forget(fd);
  }
  // `peer` stands in the very table that removePeer erases from.
  const auto last = peer;  // NOLINT(performance-unnecessary-copy-initialization)
  removePeer(last);
}

}  // namespace paystorm_reference
