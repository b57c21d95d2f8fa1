#ifndef PAYSTORM_MOCKGW_BASE_CLOCK_H_
#define PAYSTORM_MOCKGW_BASE_CLOCK_H_

// The only source of time. Signing uses Now(); durations and deadlines use Steady(); the gateway's
// own clock, which skips idle time, is GatewayClock in mockgw/deliver.
// Thread-safe.

#include <chrono>

namespace paystorm {

using SystemTime = std::chrono::sys_time<std::chrono::microseconds>;
using SteadyTime = std::chrono::steady_clock::time_point;

class Clock {
 public:
  virtual ~Clock() = default;
  virtual SystemTime Now() const = 0;
  virtual SteadyTime Steady() const = 0;
  // Blocks the caller for that long; negative or zero returns at once.
  virtual void SleepFor(std::chrono::microseconds duration) const = 0;
};

class RealClock final : public Clock {
 public:
  SystemTime Now() const override;
  SteadyTime Steady() const override;
  void SleepFor(std::chrono::microseconds duration) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_CLOCK_H_
