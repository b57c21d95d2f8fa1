#include "metrics/metrics.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace paystorm_reference {
namespace {

// The text is complete and counts what happened, each layer by its name.
TEST(Metrics, PrintsEachCount) {
  Metrics metrics;
  for (int i = 0; i < 8; ++i) metrics.Begin();
  metrics.TurnedAway(Layer::kSignature);
  metrics.TurnedAway(Layer::kLock);
  metrics.TurnedAway(Layer::kLock);
  metrics.TurnedAway(Layer::kStateMachine);
  metrics.Processed();
  metrics.Failed();
  metrics.Retried();
  const std::string text = metrics.Text();
  for (const char* line :
       {"paystorm_reference_deliveries_total 8\n",
        "paystorm_reference_turned_away_total{layer=\"signature\"} 1\n",
        "paystorm_reference_turned_away_total{layer=\"lock\"} 2\n",
        "paystorm_reference_turned_away_total{layer=\"notify_log\"} 0\n",
        "paystorm_reference_turned_away_total{layer=\"state_machine\"} 1\n",
        "paystorm_reference_processed_total 1\n", "paystorm_reference_failed_total 1\n",
        "paystorm_reference_retried_total 1\n", "# TYPE paystorm_reference_in_flight gauge\n",
        "paystorm_reference_in_flight 2\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

// The sum rule holds in every snapshot taken while other threads count.
TEST(Metrics, SumRuleHoldsUnderThreads) {
  constexpr int kThreads = 4;
  constexpr int kEach = 2000;
  Metrics metrics;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&metrics, t] {
      for (int i = 0; i < kEach; ++i) {
        metrics.Begin();
        if ((i + t) % 3 == 0) metrics.Processed();
        if ((i + t) % 3 == 1) metrics.Failed();
        if ((i + t) % 3 == 2) metrics.TurnedAway(Layer::kNotifyLog);
      }
    });
  }
  for (int i = 0; i < 200; ++i) EXPECT_LE(metrics.Snapshot().in_flight(), uint64_t{kThreads});
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(metrics.Snapshot().deliveries, uint64_t{kThreads * kEach});
  EXPECT_EQ(metrics.Snapshot().in_flight(), 0U);
}

}  // namespace
}  // namespace paystorm_reference
