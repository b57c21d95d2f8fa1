#include <gtest/gtest.h>

#include <limits>

#include "mockgw/http/file_limit.h"
#include "mockgw/http/outcome.h"
#include "mockgw/http/request_check.h"
#include "mockgw/http/storm_figures.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::microseconds;

struct OutcomeCase {
  const char* what;
  TransferFacts facts;
  SendOutcome outcome;
};

// Proves the rule by one row a case: a complete final answer, else whether all of it was sent.
TEST(Outcome, FollowsFromWhatWasSentAndWhatCame) {
  const OutcomeCase cases[] = {
      {"no connection", {false, 0, 0, 0, 10}, SendOutcome::kNotSent},
      {"head only", {false, 0, 200, 0, 10}, SendOutcome::kNotSent},
      {"all but the last byte", {false, 0, 200, 9, 10}, SendOutcome::kNotSent},
      {"all, then silence", {false, 0, 200, 10, 10}, SendOutcome::kNoAnswer},
      {"all, then half an answer", {false, 200, 200, 10, 10}, SendOutcome::kNoAnswer},
      {"all, then only an interim answer", {true, 100, 200, 10, 10}, SendOutcome::kNoAnswer},
      {"all, then no HTTP", {true, 0, 200, 10, 10}, SendOutcome::kNoAnswer},
      {"answered", {true, 200, 200, 10, 10}, SendOutcome::kAnswered},
      {"answered with a refusal", {true, 599, 200, 10, 10}, SendOutcome::kAnswered},
      {"answered before it was all sent", {true, 413, 200, 3, 10}, SendOutcome::kAnswered},
      {"a status that does not exist", {true, 600, 200, 10, 10}, SendOutcome::kNoAnswer},
      {"no body, nothing sent", {false, 0, 0, 0, 0}, SendOutcome::kNotSent},
      {"no body, head sent", {false, 0, 200, 0, 0}, SendOutcome::kNoAnswer},
      {"no body, answered", {true, 204, 200, 0, 0}, SendOutcome::kAnswered},
  };
  for (const OutcomeCase& c : cases) EXPECT_EQ(DecideOutcome(c.facts), c.outcome) << c.what;
}

Flight MakeFlight(int released_us, int ended_us, bool answered = true, bool first = true) {
  return {SteadyTime(microseconds(released_us)), SteadyTime(microseconds(ended_us)), answered,
          first};
}

// Proves all four figures on a storm written by hand: three connections, one refilled.
TEST(StormFigures, OfAStormWrittenByHand) {
  StormResult result;
  MeasureStorm({MakeFlight(130, 400), MakeFlight(100, 125), MakeFlight(110, 300),
                MakeFlight(390, 500, true, false)},
               result);
  EXPECT_EQ(result.release_spread_p50, microseconds(10));
  EXPECT_EQ(result.release_spread_max, microseconds(30));
  EXPECT_EQ(result.released_before_first_answer, 2u);
  EXPECT_EQ(result.most_in_flight, 2u);
}

// Proves that one after the other counts as no overlap, also where end and release share a moment.
TEST(StormFigures, OneAfterTheOtherDoesNotOverlap) {
  StormResult result;
  MeasureStorm({MakeFlight(100, 200), MakeFlight(200, 300), MakeFlight(301, 400)}, result);
  EXPECT_EQ(result.most_in_flight, 1u);
}

// Proves that requests without an answer hide no overlap, and that they alone still give figures.
TEST(StormFigures, UnansweredRequests) {
  StormResult result;
  MeasureStorm({MakeFlight(100, 105, false), MakeFlight(110, 300), MakeFlight(120, 400)}, result);
  EXPECT_EQ(result.released_before_first_answer, 3u);
  MeasureStorm(
      {MakeFlight(100, 115, false), MakeFlight(110, 300, false), MakeFlight(120, 400, false)},
      result);
  EXPECT_EQ(result.released_before_first_answer, 2u);
}

// Proves that a storm of which nothing was let go has no figures, whatever stood there before.
TEST(StormFigures, NothingReleased) {
  StormResult result;
  result.most_in_flight = 7;
  result.release_spread_max = microseconds(7);
  MeasureStorm({}, result);
  EXPECT_EQ(result.most_in_flight, 0u);
  EXPECT_EQ(result.released_before_first_answer, 0u);
  EXPECT_EQ(result.release_spread_max, microseconds(0));
}

// Proves which URLs share a connection, by pairs of one spelling and its origin.
TEST(RequestCheck, OriginOfUrls) {
  const std::pair<const char*, const char*> cases[] = {
      {"http://127.0.0.1:8080/notify/wxpay?a=b", "http://127.0.0.1:8080"},
      {"HTTP://LocalHost", "http://localhost:80"},
      {"https://localhost/", "https://localhost:443"},
      {"http://[::1]:81/", "http://[::1]:81"},
  };
  for (const auto& [url, origin] : cases) {
    const auto found = OriginOf(url);
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_EQ(*found, origin);
  }
  for (const char* url : {"", "localhost:80/x", "ftp://localhost/", "http://", "http://a:99999/"}) {
    EXPECT_FALSE(OriginOf(url).has_value()) << url;
  }
}

// Proves that nothing can slip into the head of a request by way of a name or a value.
TEST(RequestCheck, Headers) {
  const auto check = [](const std::string& name, const std::string& value) {
    HttpRequest request;
    request.headers = {{name, value}};
    return CheckRequest(request).has_value();
  };
  EXPECT_TRUE(check("Wechatpay-Serial", "PUB_KEY_ID_01"));
  EXPECT_TRUE(check("X-Empty", ""));
  EXPECT_FALSE(check("X-A", "1\r\nX-B: 2"));
  EXPECT_FALSE(check("X-A", "1\n"));
  EXPECT_FALSE(check("X-A", std::string("a\0b", 3)));
  EXPECT_FALSE(check("X A", "1"));
  EXPECT_FALSE(check("", "1"));
  EXPECT_FALSE(check("transfer-encoding", "chunked"));
  HttpRequest request;
  request.method = "PO ST";
  EXPECT_FALSE(CheckRequest(request).has_value());
}

// Proves that what no system allows is refused by one line that says what to do, and that what is
// there already is enough for a few.
TEST(FileLimit, RefusesWhatCannotBeHad) {
  EXPECT_TRUE(MakeRoomForFiles(10).has_value());
  const auto room = MakeRoomForFiles(std::numeric_limits<size_t>::max() / 4);
  ASSERT_FALSE(room.has_value());
  EXPECT_EQ(room.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(room.error().message.find("ulimit -Hn"), std::string::npos) << room.error().message;
  EXPECT_EQ(room.error().message.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace paystorm::mockgw
