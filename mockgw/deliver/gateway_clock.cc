#include "mockgw/deliver/gateway_clock.h"

#include "mockgw/base/check.h"

namespace paystorm::mockgw {

using std::chrono::milliseconds;

GatewayClock::GatewayClock(const Clock& clock) : clock_(clock), start_(clock.Steady()) {}

milliseconds GatewayClock::Elapsed() const {
  return std::chrono::duration_cast<milliseconds>(clock_.Steady() - start_) + Jumped();
}

milliseconds GatewayClock::Jumped() const { return milliseconds(jumped_ms_.load()); }

void GatewayClock::Jump(milliseconds span) {
  CHECK(span.count() >= 0) << "the gateway's clock never goes back";
  jumped_ms_ += span.count();
}

}  // namespace paystorm::mockgw
