#ifndef PAYSTORM_MOCKGW_HTTP_STORM_FIGURES_H_
#define PAYSTORM_MOCKGW_HTTP_STORM_FIGURES_H_

// What a storm's times say about how well it was a storm. Pure.

#include <vector>

#include "mockgw/base/clock.h"
#include "mockgw/http/client.h"

namespace paystorm::mockgw {

// One request whose last byte was let go.
struct Flight {
  SteadyTime released;
  SteadyTime ended;  // its answer reached us, or it was given up
  bool answered = false;
  bool first_on_connection = false;
};

// Fills the four figures of `result` and leaves its results alone. Where nothing was answered, the
// first end of any kind stands in for the first answer. Without flights all figures are zero.
void MeasureStorm(const std::vector<Flight>& flights, StormResult& result);

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_STORM_FIGURES_H_
