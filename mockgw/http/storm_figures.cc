#include "mockgw/http/storm_figures.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace paystorm::mockgw {

namespace {

using std::chrono::microseconds;

void MeasureSpread(const std::vector<Flight>& flights, StormResult& result) {
  std::vector<SteadyTime> first_wave;
  for (const Flight& flight : flights) {
    if (flight.first_on_connection) first_wave.push_back(flight.released);
  }
  if (first_wave.empty()) return;
  std::sort(first_wave.begin(), first_wave.end());
  const auto since_first = [&](SteadyTime time) {
    return std::chrono::duration_cast<microseconds>(time - first_wave.front());
  };
  result.release_spread_p50 = since_first(first_wave[(first_wave.size() - 1) / 2]);
  result.release_spread_max = since_first(first_wave.back());
}

size_t ReleasedBeforeFirstAnswer(const std::vector<Flight>& flights) {
  std::optional<SteadyTime> first_answer;
  std::optional<SteadyTime> first_end;
  for (const Flight& flight : flights) {
    if (!first_end || flight.ended < *first_end) first_end = flight.ended;
    if (flight.answered && (!first_answer || flight.ended < *first_answer)) {
      first_answer = flight.ended;
    }
  }
  if (!first_answer) first_answer = first_end;
  return static_cast<size_t>(
      std::count_if(flights.begin(), flights.end(),
                    [&](const Flight& flight) { return flight.released <= *first_answer; }));
}

size_t MostInFlight(const std::vector<Flight>& flights) {
  std::vector<std::pair<SteadyTime, int>> steps;  // at one moment, ends (-1) sort before starts
  steps.reserve(flights.size() * 2);
  for (const Flight& flight : flights) {
    steps.emplace_back(flight.released, 1);
    steps.emplace_back(std::max(flight.ended, flight.released + SteadyTime::duration(1)), -1);
  }
  std::sort(steps.begin(), steps.end());
  int now = 0;
  int most = 0;
  for (const auto& [time, step] : steps) {
    now += step;
    most = std::max(most, now);
  }
  return static_cast<size_t>(most);
}

}  // namespace

void MeasureStorm(const std::vector<Flight>& flights, StormResult& result) {
  result.release_spread_p50 = microseconds(0);
  result.release_spread_max = microseconds(0);
  result.released_before_first_answer = 0;
  result.most_in_flight = 0;
  if (flights.empty()) return;
  MeasureSpread(flights, result);
  result.released_before_first_answer = ReleasedBeforeFirstAnswer(flights);
  result.most_in_flight = MostInFlight(flights);
}

}  // namespace paystorm::mockgw
