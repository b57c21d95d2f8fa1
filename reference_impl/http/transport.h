#ifndef PAYSTORM_REFERENCE_HTTP_TRANSPORT_H_
#define PAYSTORM_REFERENCE_HTTP_TRANSPORT_H_

#include <pistache/listener.h>
#include <pistache/tcp.h>
#include <pistache/transport.h>

#include <memory>
#include <unordered_map>

#include "http/connection.h"

namespace paystorm_reference {

// What the transport needs from the server. All calls come on I/O threads, several at once.
class ConnectionHost {
 public:
  virtual ~ConnectionHost() = default;

  virtual std::shared_ptr<Connection> Open(int fd, Connection::Poke poke) = 0;
  // Something has been read or sent: take the requests that are complete now.
  virtual void Serve(const std::shared_ptr<Connection>& connection) = 0;
  // The socket is about to be closed; the connection is already detached from it.
  virtual void Closed(const std::shared_ptr<Connection>& connection) = 0;
};

// Learns of new connections. Pistache makes one for each I/O thread by clone().
//
// Owned by one thread: the I/O thread of its transport.
class ConnectionHandler final : public Pistache::Tcp::Handler {
  PROTOTYPE_OF(Pistache::Tcp::Handler, ConnectionHandler)

 public:
  explicit ConnectionHandler(ConnectionHost* host);
  ConnectionHandler(const ConnectionHandler& other);

  void onConnection(const std::shared_ptr<Pistache::Tcp::Peer>& peer) override;
  // Never called: Transport below does the reading.
  void onInput(const char* buffer, size_t length,
               const std::shared_ptr<Pistache::Tcp::Peer>& peer) override;

  ConnectionHost* host() const { return host_; }
  // Null when there is none.
  std::shared_ptr<Connection> Find(int fd) const;
  void Forget(int fd);

 private:
  ConnectionHost* const host_;
  std::unordered_map<int, std::shared_ptr<Connection>> connections_;
};

// Pistache's transport with the reading and writing taken out of it: its own closes a connection as
// soon as the client has sent its last byte, even when an answer is owed, and spins when a client
// does not read. Accepting, the poller and the I/O threads stay Pistache's.
class Transport final : public Pistache::Tcp::Transport {
 public:
  explicit Transport(const std::shared_ptr<ConnectionHandler>& handler);

  void onReady(const Pistache::Aio::FdSet& fds) override;
  std::shared_ptr<Pistache::Aio::Handler> clone() const override;

 private:
  void Drive(const std::shared_ptr<Pistache::Tcp::Peer>& peer);

  const std::shared_ptr<ConnectionHandler> connection_handler_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_TRANSPORT_H_
