#ifndef PAYSTORM_MOCKGW_BASE_FAKE_CLOCK_H_
#define PAYSTORM_MOCKGW_BASE_FAKE_CLOCK_H_

// A clock for tests: it stands still until somebody sleeps or advances it.
// Thread-safe.

#include <atomic>

#include "mockgw/base/clock.h"

namespace paystorm {

class FakeClock final : public Clock {
 public:
  // Starts at 2026-01-01T00:00:00Z.
  FakeClock() = default;

  SystemTime Now() const override {
    return SystemTime(std::chrono::microseconds(1767225600000000 + offset_us_.load()));
  }
  SteadyTime Steady() const override {
    return SteadyTime(std::chrono::microseconds(offset_us_.load()));
  }
  void SleepFor(std::chrono::microseconds duration) const override {
    if (duration.count() > 0) offset_us_ += duration.count();
  }
  void Advance(std::chrono::microseconds duration) { SleepFor(duration); }

 private:
  mutable std::atomic<int64_t> offset_us_{0};
};

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_FAKE_CLOCK_H_
