#include "mockgw/base/clock.h"

#include <thread>

namespace paystorm {

SystemTime RealClock::Now() const {
  return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
}

SteadyTime RealClock::Steady() const { return std::chrono::steady_clock::now(); }

void RealClock::SleepFor(std::chrono::microseconds duration) const {
  if (duration.count() > 0) std::this_thread::sleep_for(duration);
}

}  // namespace paystorm
