#include "harness/cli/target_check.h"

#include <arpa/inet.h>

#include <algorithm>
#include <string_view>

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// The host of http://host:port/..., brackets of an IPv6 address left on; empty when there is none,
// or when a user's name stands before it, behind which another host could hide.
std::string HostOf(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string_view rest = url.substr(scheme + 3);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (rest.find_first_of("@\\ ") != std::string_view::npos) return {};
  if (rest.starts_with('[')) return std::string(rest.substr(0, rest.find(']') + 1));
  return std::string(rest.substr(0, rest.find(':')));
}

bool IsLoopback(const std::string& host) {
  if (host == "localhost" || host == "[::1]") return true;
  in_addr address = {};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 && host.starts_with("127.");
}

}  // namespace

Result<void> CheckTarget(const std::string& url, const std::vector<std::string>& allowed) {
  const bool http = url.starts_with("http://") || url.starts_with("https://");
  const std::string host = HostOf(url);
  if (!http || host.empty()) {
    return Invalid(Format("\"{}\" is no base URL; write http://127.0.0.1:8080", url));
  }
  if (IsLoopback(host)) return {};
  if (std::find(allowed.begin(), allowed.end(), host) != allowed.end()) return {};
  return Invalid(
      Format("{} is not this machine; paystorm sends to loopback only, unless the host is "
             "named with --allow-host {}",
             url, host));
}

}  // namespace paystorm
