#ifndef PAYSTORM_REFERENCE_TEST_SUPPORT_HTTP_CLIENT_H_
#define PAYSTORM_REFERENCE_TEST_SUPPORT_HTTP_CLIENT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "test/support/signer.h"

namespace paystorm_reference::test {

struct Answer {
  int status = 0;  // 0: no complete answer within 7 s
  std::string body;
};

// One request on a connection of its own, to the loopback. Thread-safe.
Answer Send(uint16_t port, std::string_view method, std::string_view path, const Headers& headers,
            std::string_view body);
Answer Get(uint16_t port, std::string_view path);

}  // namespace paystorm_reference::test

#endif  // PAYSTORM_REFERENCE_TEST_SUPPORT_HTTP_CLIENT_H_
