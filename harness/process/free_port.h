#ifndef PAYSTORM_HARNESS_PROCESS_FREE_PORT_H_
#define PAYSTORM_HARNESS_PROCESS_FREE_PORT_H_

// A loopback port that nobody listens on. Thread-safe.

#include "mockgw/base/result.h"

namespace paystorm {

// A random free port of 127.0.0.1 below the kernel's ephemeral range: an outgoing connection never
// takes it, so a server that was stopped finds it free again, and a client that polls it cannot
// connect to itself. Free at the moment of the call; whoever binds it may lose it to another
// process and then asks for one more. kUnavailable when 200 tries found none.
Result<int> FreePort();

// Whether a listener could bind it now.
bool IsPortFree(int port);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PROCESS_FREE_PORT_H_
