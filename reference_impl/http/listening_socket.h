#ifndef PAYSTORM_REFERENCE_HTTP_LISTENING_SOCKET_H_
#define PAYSTORM_REFERENCE_HTTP_LISTENING_SOCKET_H_

#include <cstdint>

namespace paystorm_reference {

// Stops this process from listening on TCP `port`: from now on connects are refused, and those that
// nobody has accepted are reset. Needed because Pistache keeps its listening socket to itself and
// open for as long as the listener lives.
//
// The descriptor stays valid and becomes a socket that does nothing, so that whoever owns it can
// close it as usual and no other file can get its number before. Returns false when there is no
// such socket.
bool CloseListeningSocket(uint16_t port);

// True while this process holds a socket that was accepted on TCP `port`.
bool HasAcceptedSockets(uint16_t port);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_HTTP_LISTENING_SOCKET_H_
