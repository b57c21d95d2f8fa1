#ifndef PAYSTORM_MOCKGW_DELIVER_SENDER_H_
#define PAYSTORM_MOCKGW_DELIVER_SENDER_H_

// A Sender makes deliveries: builds and signs by the channel, sends, judges, and returns the lines
// for the gateway book. It does not write into the book itself.
// Thread-safe, so that deliveries can overlap.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "mockgw/base/clock.h"
#include "mockgw/base/result.h"
#include "mockgw/book/book.h"
#include "mockgw/channel/channel.h"
#include "mockgw/deliver/gateway_clock.h"
#include "mockgw/http/client.h"

namespace paystorm::mockgw {

struct Target {
  std::string url;   // of the notify end point
  int instance = 0;  // 0-based
};

struct PlannedDelivery {
  Notification notification;
  Variant variant = Variant::kGenuine;
  std::string signing;  // a word of SigningWords; empty: the usual one
  int attempt = 1;      // 1-based over the notification's life
  int step = 0;
  Target target;
};

struct StormDelivered {
  std::vector<Delivery> deliveries;  // in the order planned; in_storm is set
  size_t connections = 0;
  std::chrono::microseconds release_spread_p50{0};
  std::chrono::microseconds release_spread_max{0};
  size_t released_before_first_answer = 0;
  size_t most_in_flight = 0;
  std::chrono::milliseconds signing_time{0};  // spent before the release
};

class Sender final {
 public:
  // All references must outlive this. `run_start` is the zero of start_us and end_us.
  Sender(const Channel& channel, ChannelKeys keys, HttpClient& http, const Clock& clock,
         const GatewayClock& gateway_clock, SteadyTime run_start, uint64_t seed);

  // Blocks for at most the channel's response limit.
  Delivery Deliver(const PlannedDelivery& planned);

  // Signs all first, over two threads, then releases them together. Requires one or more.
  Result<StormDelivered> Storm(const std::vector<PlannedDelivery>& planned, size_t connections);

 private:
  HttpRequest Build(const PlannedDelivery& planned) const;
  Delivery Describe(const PlannedDelivery& planned, const SendResult& result, bool in_storm,
                    int64_t gateway_ms);

  const Channel& channel_;
  const ChannelKeys keys_;
  HttpClient& http_;
  const Clock& clock_;
  const GatewayClock& gateway_clock_;
  const SteadyTime run_start_;
  const uint64_t seed_;
  std::atomic<uint64_t> next_id_{1};
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_DELIVER_SENDER_H_
