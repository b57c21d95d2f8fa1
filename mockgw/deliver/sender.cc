#include "mockgw/deliver/sender.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/signing.h"

namespace paystorm::mockgw {
namespace {

constexpr size_t kBodyKept = 200;
constexpr size_t kSigners = 2;

}  // namespace

Sender::Sender(const Channel& channel, ChannelKeys keys, HttpClient& http, const Clock& clock,
               const GatewayClock& gateway_clock, SteadyTime run_start, uint64_t seed)
    : channel_(channel),
      keys_(std::move(keys)),
      http_(http),
      clock_(clock),
      gateway_clock_(gateway_clock),
      run_start_(run_start),
      seed_(seed) {}

HttpRequest Sender::Build(const PlannedDelivery& planned) const {
  const Notification& n = planned.notification;
  return BuildRequest(
      channel_, n, planned.variant, WithSigning(channel_, keys_, planned.signing),
      planned.target.url, seed_, clock_.Now(),
      Random(seed_, "attempt", n.notify_id, static_cast<uint64_t>(planned.attempt)));
}

Delivery Sender::Deliver(const PlannedDelivery& planned) {
  const int64_t gateway_ms = gateway_clock_.Elapsed().count();
  const SendResult result = http_.Send(Build(planned), channel_.response_limit());
  return Describe(planned, result, false, gateway_ms);
}

Delivery Sender::Describe(const PlannedDelivery& planned, const SendResult& result, bool in_storm,
                          int64_t gateway_ms) {
  const auto since_start = [&](SteadyTime time) {
    return std::chrono::duration_cast<std::chrono::microseconds>(time - run_start_).count();
  };
  const Judgement judgement = channel_.Judge(result);
  Delivery delivery;
  delivery.id = next_id_++;
  delivery.notify_id = planned.notification.notify_id;
  delivery.attempt = planned.attempt;
  delivery.variant = planned.variant;
  delivery.instance = planned.target.instance;
  delivery.step = planned.step;
  delivery.in_storm = in_storm;
  delivery.gateway_ms = gateway_ms;
  delivery.start_us = since_start(result.started);
  delivery.end_us = since_start(result.ended);
  if (result.answer) {
    delivery.status = result.answer->status;
    delivery.body = result.answer->body.substr(0, kBodyKept);
  }
  delivery.acknowledgement = judgement.acknowledgement;
  delivery.not_sent = judgement.not_sent;
  delivery.reason = judgement.reason;
  delivery.stop = judgement.stop;
  delivery.retry_after = judgement.retry_after;
  return delivery;
}

Result<StormDelivered> Sender::Storm(const std::vector<PlannedDelivery>& planned,
                                     size_t connections) {
  CHECK(!planned.empty()) << "a storm has deliveries";
  StormDelivered delivered;
  delivered.connections = std::min(connections, planned.size());
  const SteadyTime signing = clock_.Steady();
  std::vector<HttpRequest> requests(planned.size());
  {
    // Signatures are made before the release, so that their cost cannot spread it.
    std::vector<std::jthread> signers;
    for (size_t s = 0; s < kSigners; ++s) {
      signers.emplace_back([&, s] {
        for (size_t i = s; i < planned.size(); i += kSigners) requests[i] = Build(planned[i]);
      });
    }
  }
  delivered.signing_time =
      std::chrono::duration_cast<std::chrono::milliseconds>(clock_.Steady() - signing);
  const int64_t gateway_ms = gateway_clock_.Elapsed().count();
  auto storm = http_.Storm(requests,
                           {.connections = connections, .answer_limit = channel_.response_limit()});
  if (!storm) return storm.error();
  delivered.release_spread_p50 = storm->release_spread_p50;
  delivered.release_spread_max = storm->release_spread_max;
  delivered.released_before_first_answer = storm->released_before_first_answer;
  delivered.most_in_flight = storm->most_in_flight;
  delivered.deliveries.reserve(planned.size());
  for (size_t i = 0; i < planned.size(); ++i) {
    delivered.deliveries.push_back(Describe(planned[i], storm->results[i], true, gateway_ms));
  }
  return delivered;
}

}  // namespace paystorm::mockgw
