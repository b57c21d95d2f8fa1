#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "mockgw/base/fake_clock.h"
#include "mockgw/channel/keys.h"
#include "mockgw/deliver/ladder.h"
#include "mockgw/deliver/sender.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;

struct Climb {
  LadderOutcome outcome;
  std::vector<int64_t> sent_at_s;
  std::vector<int64_t> jumps_ms;
};

// Climbs a ladder whose attempts take `handling` and of which attempt `good` is acknowledged.
Climb Climbed(const char* schedule, int good, milliseconds handling) {
  FakeClock clock;
  GatewayClock gateway(clock);
  Climb climb;
  LadderSteps steps;
  steps.send = [&](int attempt) -> Result<AttemptTaken> {
    climb.sent_at_s.push_back(gateway.Elapsed().count() / 1000);
    clock.Advance(handling);
    return AttemptTaken{attempt == good ? Acknowledgement::kAcknowledged
                                        : Acknowledgement::kRefused};
  };
  steps.before_jump = [&](milliseconds span) -> Result<void> {
    climb.jumps_ms.push_back(span.count());
    return {};
  };
  climb.outcome = *ClimbLadder(*FindSchedule(schedule), gateway, steps);
  return climb;
}

// Proves that the ladder ends at the first acknowledgement, by acknowledging the fourth attempt.
TEST(Ladder, StopsAtTheFirstAcknowledgement) {
  const Climb climb = Climbed("wechat_v3", 4, milliseconds(0));
  EXPECT_EQ(climb.outcome.attempts, 4);
  EXPECT_TRUE(climb.outcome.acknowledged);
  EXPECT_THAT(climb.sent_at_s, ElementsAre(0, 15, 30, 60));
}

// Proves the whole 24 h 4 min when nobody acknowledges.
TEST(Ladder, WholeLadderTakesADayAndFourMinutes) {
  const Climb climb = Climbed("wechat_v3", 0, milliseconds(0));
  EXPECT_EQ(climb.outcome.attempts, 16);
  EXPECT_FALSE(climb.outcome.acknowledged);
  EXPECT_EQ(climb.outcome.gateway_span, seconds(86640));
  EXPECT_EQ(climb.sent_at_s.back(), 86640);
}

// Proves that gaps count from send to send: handling time is part of the gap, not added to it.
TEST(Ladder, GapsCountFromSendToSend) {
  const Climb climb = Climbed("wechat_v3", 3, milliseconds(4000));
  EXPECT_THAT(climb.sent_at_s, ElementsAre(0, 15, 30));
  EXPECT_THAT(climb.jumps_ms, ElementsAre(11000, 11000));
}

// Proves that a gap that real time has used up is not waited for.
TEST(Ladder, LateSendsAreNotDelayedFurther) {
  const Climb climb = Climbed("wechat_v3", 3, milliseconds(20000));
  EXPECT_THAT(climb.sent_at_s, ElementsAre(0, 20, 40));
  EXPECT_TRUE(climb.jumps_ms.empty());
}

// Proves that an answer can ask for a later attempt, but not for an earlier one, and that what one
// answer asked for is forgotten at the next.
TEST(Ladder, RetryAfterOnlyPutsOff) {
  FakeClock clock;
  GatewayClock gateway(clock);
  std::vector<int64_t> sent_at_s;
  LadderSteps steps;
  steps.send = [&](int attempt) -> Result<AttemptTaken> {
    sent_at_s.push_back(gateway.Elapsed().count() / 1000);
    if (attempt == 1) return AttemptTaken{Acknowledgement::kRefused, false, seconds(60)};
    if (attempt == 2) return AttemptTaken{Acknowledgement::kRefused, false, seconds(1)};
    return AttemptTaken{attempt == 4 ? Acknowledgement::kAcknowledged : Acknowledgement::kRefused};
  };
  steps.before_jump = [](milliseconds) -> Result<void> { return {}; };
  // The gaps are 5 s, 300 s, 1800 s.
  ASSERT_TRUE(ClimbLadder(*FindSchedule("standard_webhooks"), gateway, steps).has_value());
  EXPECT_THAT(sent_at_s, ElementsAre(0, 60, 360, 2160));
}

// Proves that an answer that wants no more gets no more.
TEST(Ladder, StopsWhenItIsAskedTo) {
  FakeClock clock;
  GatewayClock gateway(clock);
  LadderSteps steps;
  steps.send = [&](int attempt) -> Result<AttemptTaken> {
    return AttemptTaken{Acknowledgement::kRefused, attempt == 2};
  };
  steps.before_jump = [](milliseconds) -> Result<void> { return {}; };
  const auto outcome = ClimbLadder(*FindSchedule("standard_webhooks"), gateway, steps);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->attempts, 2);
  EXPECT_FALSE(outcome->acknowledged);
}

// Proves that an error of a step ends the ladder at once.
TEST(Ladder, AnErrorEndsIt) {
  FakeClock clock;
  GatewayClock gateway(clock);
  LadderSteps steps;
  int sent = 0;
  steps.send = [&](int) -> Result<AttemptTaken> {
    ++sent;
    return AttemptTaken{Acknowledgement::kRefused};
  };
  steps.before_jump = [](milliseconds) -> Result<void> { return Unavailable("database gone"); };
  const auto outcome = ClimbLadder(*FindSchedule("wechat_v3"), gateway, steps);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().message, "database gone");
  EXPECT_EQ(sent, 1);
}

// Answers every request with one status; a storm's too.
class FakeHttp final : public HttpClient {
 public:
  SendResult Send(const HttpRequest& request, milliseconds limit) override {
    limits.push_back(limit);
    requests.push_back(request);
    SendResult result;
    result.outcome = SendOutcome::kAnswered;
    result.answer = HttpAnswer{status, {}, std::string(500, 'x')};
    result.started = SteadyTime(milliseconds(10));
    result.ended = SteadyTime(milliseconds(12));
    return result;
  }
  Result<StormResult> Storm(const std::vector<HttpRequest>& all, const StormOptions&) override {
    StormResult storm;
    for (const HttpRequest& one : all) storm.results.push_back(Send(one, milliseconds(1)));
    storm.most_in_flight = 3;
    return storm;
  }
  int status = 200;
  std::vector<HttpRequest> requests;
  std::vector<milliseconds> limits;
};

class SenderTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    char pattern[] = "/tmp/paystorm-keys-XXXXXX";
    const std::string folder = mkdtemp(pattern);
    keys_ = new ChannelKeys(*MakeKeys(folder));
    std::filesystem::remove_all(folder);
  }
  static void TearDownTestSuite() { delete keys_; }

  static PlannedDelivery Planned(int attempt) {
    PlannedDelivery planned;
    planned.notification.notify_id = "n1";
    planned.notification.order_no = "T1";
    planned.notification.trade_no = "4200000000000000000000000001";
    planned.notification.amount_minor = 1;
    planned.attempt = attempt;
    planned.target = {"http://127.0.0.1:1/notify/wxpay", 1};
    return planned;
  }

  static ChannelKeys* keys_;
  FakeClock clock_;
  FakeHttp http_;
  GatewayClock gateway_{clock_};
  Sender sender_{*FindChannel("wxpay"), *keys_, http_, clock_, gateway_, SteadyTime(), 7};
};
ChannelKeys* SenderTest::keys_ = nullptr;

// Proves that a delivery becomes a line of the book with the gateway's time and its judgement.
TEST_F(SenderTest, DescribesTheDelivery) {
  gateway_.Jump(seconds(15));
  http_.status = 503;
  const Delivery delivery = sender_.Deliver(Planned(2));
  EXPECT_EQ(delivery.id, 1u);
  EXPECT_EQ(delivery.notify_id, "n1");
  EXPECT_EQ(delivery.attempt, 2);
  EXPECT_EQ(delivery.instance, 1);
  EXPECT_EQ(delivery.gateway_ms, 15000);
  EXPECT_EQ(delivery.start_us, 10000);
  EXPECT_EQ(delivery.end_us, 12000);
  EXPECT_EQ(delivery.status, 503);
  EXPECT_EQ(delivery.body.size(), 200u);
  EXPECT_EQ(delivery.acknowledgement, Acknowledgement::kRefused);
  EXPECT_EQ(http_.limits.at(0), seconds(5));
}

// Proves that every copy of a storm is signed anew over the same body, and keeps its place.
TEST_F(SenderTest, StormSignsEachCopyAnew) {
  std::vector<PlannedDelivery> planned;
  for (int i = 1; i <= 5; ++i) planned.push_back(Planned(i));
  const auto storm = sender_.Storm(planned, 50);
  ASSERT_TRUE(storm.has_value());
  EXPECT_EQ(storm->connections, 5u);
  EXPECT_EQ(storm->most_in_flight, 3u);
  std::set<HttpHeaders> signatures;
  for (const HttpRequest& request : http_.requests) {
    EXPECT_EQ(request.body, http_.requests[0].body);
    signatures.insert(request.headers);
  }
  EXPECT_EQ(signatures.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(storm->deliveries[static_cast<size_t>(i)].attempt, i + 1);
    EXPECT_TRUE(storm->deliveries[static_cast<size_t>(i)].in_storm);
  }
}

}  // namespace
}  // namespace paystorm::mockgw
