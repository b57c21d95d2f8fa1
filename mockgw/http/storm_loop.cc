#include "mockgw/http/storm_loop.h"

#include <algorithm>
#include <utility>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/http/storm_figures.h"

namespace paystorm::mockgw {
namespace {

constexpr std::chrono::milliseconds kWarmLimit{5000};

}  // namespace

StormLoop::StormLoop(const std::vector<HttpRequest>& requests, std::vector<std::string> origins,
                     const StormOptions& options, std::string ca_file, const Clock& clock)
    : requests_(requests),
      origins_(std::move(origins)),
      options_(options),
      ca_file_(std::move(ca_file)),
      clock_(clock),
      multi_(MakeMulti()),
      released_(requests.size()),
      first_(requests.size(), false) {
  // Every connection of the first wave stays open for the requests behind it.
  curl_multi_setopt(multi_.get(), CURLMOPT_MAXCONNECTS,
                    static_cast<long>(options_.connections + 1));  // NOLINT: libcurl's type
  curl_multi_setopt(multi_.get(), CURLMOPT_PIPELINING, CURLPIPE_NOTHING);
  result_.results.resize(requests.size());
}

StormLoop::~StormLoop() {
  for (Slot& slot : slots_) {
    if (slot.request) curl_multi_remove_handle(multi_.get(), slot.exchange->easy());
  }
}

StormResult StormLoop::Run() {
  Warm();
  ReleaseAll();
  while (under_way_ > 0) {
    Drive(20);
    Collect();
    GiveUpLate();
  }
  std::vector<Flight> flights;
  for (size_t i = 0; i < requests_.size(); ++i) {
    if (!released_[i]) continue;
    flights.push_back({*released_[i], result_.results[i].ended,
                       result_.results[i].outcome == SendOutcome::kAnswered, first_[i]});
  }
  MeasureStorm(flights, result_);
  return std::move(result_);
}

void StormLoop::Take(Slot& slot, size_t request, bool hold) {
  slot.request = request;
  slot.exchange->Begin(requests_[request], {.ca_file = ca_file_, .hold_last_byte = hold});
  CHECK(curl_multi_add_handle(multi_.get(), slot.exchange->easy()) == CURLM_OK)
      << "a handle that was removed can be added";
  ++under_way_;
}

void StormLoop::Warm() {
  const size_t connections = std::min(options_.connections, requests_.size());
  slots_.resize(connections);
  for (size_t i = 0; i < requests_.size(); ++i) {
    if (i >= connections) {
      waiting_[origins_[i]].push_back(i);
      continue;
    }
    first_[i] = true;
    slots_[i].exchange = std::make_unique<Exchange>(clock_);
    Take(slots_[i], i, true);
  }
  const SteadyTime give_up =
      clock_.Steady() + kWarmLimit + std::chrono::milliseconds(static_cast<int64_t>(connections));
  while (!AllHeldOrEnded() && clock_.Steady() < give_up) {
    Drive(20);
    Collect();
  }
}

bool StormLoop::AllHeldOrEnded() const {
  return std::all_of(slots_.begin(), slots_.end(), [](const Slot& slot) {
    return !slot.request || !slot.first || slot.exchange->held();
  });
}

void StormLoop::ReleaseAll() {
  for (Slot& slot : slots_) {
    if (!slot.request || !slot.first) continue;
    const bool was_held = slot.exchange->held();
    slot.exchange->Release();
    if (was_held) curl_easy_pause(slot.exchange->easy(), CURLPAUSE_CONT);
  }
  let_go_ = true;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!slots_[i].request) TakeNext(slots_[i], origins_[i]);
  }
}

void StormLoop::TakeNext(Slot& slot, const std::string& origin) {
  std::deque<size_t>& next = waiting_[origin];
  if (next.empty()) return;
  const size_t taken = next.front();
  next.pop_front();
  Take(slot, taken, false);
}

void StormLoop::Drive(int wait_ms) {
  int running = 0;
  curl_multi_perform(multi_.get(), &running);
  if (running == 0) return;
  curl_multi_poll(multi_.get(), nullptr, 0, wait_ms, nullptr);
  curl_multi_perform(multi_.get(), &running);
}

void StormLoop::Collect() {
  int left = 0;
  while (CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    void* owner = nullptr;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &owner);
    const CURLcode code = message->data.result;
    for (Slot& slot : slots_) {
      if (slot.exchange.get() == owner) {
        End(slot, slot.exchange->Finish(code));
        break;
      }
    }
  }
}

void StormLoop::GiveUpLate() {
  const SteadyTime now = clock_.Steady();
  for (Slot& slot : slots_) {
    if (!slot.request) continue;
    // A request that never got its last byte away counts from its begin, and is bounded as well.
    const SteadyTime since = slot.exchange->released().value_or(slot.exchange->begun());
    const auto limit =
        slot.exchange->released() ? options_.answer_limit : options_.answer_limit + kWarmLimit;
    if (now - since < limit) continue;
    End(slot,
        slot.exchange->Stop(Format("no full answer within {} ms", options_.answer_limit.count())));
  }
}

void StormLoop::End(Slot& slot, SendResult result) {
  const size_t request = *slot.request;
  released_[request] = slot.exchange->released();
  result_.results[request] = std::move(result);
  curl_multi_remove_handle(multi_.get(), slot.exchange->easy());
  slot.request.reset();
  slot.first = false;
  --under_way_;
  // A connection that failed while the others were warming must not send ahead of the release.
  if (let_go_) TakeNext(slot, origins_[request]);
}

}  // namespace paystorm::mockgw
