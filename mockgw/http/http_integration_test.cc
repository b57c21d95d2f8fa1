#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mockgw/http/curl_client.h"
#include "mockgw/http/test_server.h"

namespace paystorm::mockgw {
namespace {

using std::chrono::milliseconds;
constexpr char kOk[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

HttpRequest Post(const std::string& url, const std::string& body) {
  HttpRequest request;
  request.url = url;
  request.headers = {{"Content-Type", "application/json"}};
  request.body = body;
  return request;
}

std::vector<HttpRequest> Many(const std::string& url, size_t count, size_t size) {
  std::vector<HttpRequest> requests;
  for (size_t i = 0; i < count; ++i) {
    std::string body = std::to_string(i);
    body.resize(size, '.');
    requests.push_back(Post(url, body));
  }
  return requests;
}

TestServer::Rule Always(const std::string& answer) {
  return [answer](const std::string&) { return answer; };
}

// Proves that the last byte of every request is held until all the others are at the server: when
// the first request is complete there, every connection lacks at most one byte. Independent sends
// cannot do that, so this fails if the release ever degrades to them.
TEST(Storm, HoldsEveryLastByteUntilAllAreReady) {
  for (const size_t connections : {size_t{2}, size_t{50}, size_t{1000}}) {
    TestServer server(Always(kOk));
    CurlClient client;
    auto storm = client.Storm(Many(server.url(), connections, 20000), {.connections = connections});
    ASSERT_TRUE(storm.has_value()) << storm.error().message;
    const auto arrivals = server.arrivals();
    ASSERT_EQ(arrivals.size(), connections);
    EXPECT_EQ(arrivals[0].ready_connections, connections);
    EXPECT_EQ(server.connections(), connections);
    EXPECT_GE(storm->released_before_first_answer, 2u);
    EXPECT_GE(storm->most_in_flight, 2u);
    for (const SendResult& result : storm->results) {
      EXPECT_EQ(result.outcome, SendOutcome::kAnswered) << result.error;
    }
  }
}

// Proves the gain over sends that follow each other, measured at the server in the same test.
TEST(Storm, SpreadIsFarBelowIndependentSends) {
  TestServer server(Always(kOk));
  CurlClient client;
  const auto requests = Many(server.url(), 50, 20000);
  const auto spread = [&] {
    const auto arrivals = server.arrivals();
    const auto last = arrivals.end() - 50;
    return (arrivals.end() - 1)->complete - last->complete;
  };
  for (const HttpRequest& request : requests) (void)client.Send(request, milliseconds(5000));
  const auto apart = spread();
  ASSERT_TRUE(client.Storm(requests, {.connections = 50}).has_value());
  EXPECT_LT(spread(), apart);
}

// Proves that requests beyond the connections are sent once each, over the same connections.
TEST(Storm, RefillsTheSameConnections) {
  TestServer server(Always(kOk));
  CurlClient client;
  auto storm = client.Storm(Many(server.url(), 1000, 100), {.connections = 50});
  ASSERT_TRUE(storm.has_value()) << storm.error().message;
  EXPECT_EQ(server.connections(), 50u);
  std::set<std::string> bodies;
  for (const Arrival& arrival : server.arrivals()) bodies.insert(arrival.body);
  EXPECT_EQ(server.arrivals().size(), 1000u);
  EXPECT_EQ(bodies.size(), 1000u);
  EXPECT_LE(storm->most_in_flight, 50u);
}

// Proves that results stand in the order of the requests, whatever the order of the answers.
TEST(Storm, ResultsKeepTheOrderOfTheRequests) {
  TestServer server([](const std::string& body) {
    const std::string word = body.substr(0, body.find('.'));
    return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(word.size()) + "\r\n\r\n" + word;
  });
  CurlClient client;
  auto storm = client.Storm(Many(server.url(), 200, 50), {.connections = 20});
  ASSERT_TRUE(storm.has_value());
  for (size_t i = 0; i < 200; ++i) EXPECT_EQ(storm->results[i].answer->body, std::to_string(i));
}

// Proves that a storm over two instances reaches both, each request its own.
TEST(Storm, SpreadsOverTwoHosts) {
  TestServer one(Always(kOk));
  TestServer two(Always(kOk));
  std::vector<HttpRequest> requests;
  for (int i = 0; i < 100; ++i) {
    requests.push_back(Post((i % 2 == 0 ? one : two).url(), std::to_string(i)));
  }
  CurlClient client;
  ASSERT_TRUE(client.Storm(requests, {.connections = 10}).has_value());
  EXPECT_EQ(one.arrivals().size(), 50u);
  EXPECT_EQ(two.arrivals().size(), 50u);
  EXPECT_EQ(one.connections() + two.connections(), 10u);
}

// Proves that nobody listening means that nothing happened, in a storm too.
TEST(Storm, NobodyListening) {
  CurlClient client;
  auto storm = client.Storm(Many("http://127.0.0.1:1/x", 20, 10), {.connections = 5});
  ASSERT_TRUE(storm.has_value());
  for (const SendResult& result : storm->results) {
    EXPECT_EQ(result.outcome, SendOutcome::kNotSent);
    EXPECT_FALSE(result.error.empty());
  }
}

// Proves that each answer that never becomes whole is given up at its limit, and that the storm
// ends soon after.
TEST(Storm, GivesUpSlowBodies) {
  TestServer server(Always("HOLDHTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsl"));
  CurlClient client;
  const auto before = std::chrono::steady_clock::now();
  auto storm = client.Storm(Many(server.url(), 10, 10),
                            {.connections = 5, .answer_limit = milliseconds(200)});
  ASSERT_TRUE(storm.has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(3));
  for (const SendResult& result : storm->results) {
    EXPECT_EQ(result.outcome, SendOutcome::kNoAnswer) << result.error;
  }
}

// Proves that wrong use is refused before anything is sent.
TEST(Storm, RefusesWrongUse) {
  TestServer server(Always(kOk));
  CurlClient client;
  EXPECT_FALSE(client.Storm({}, {}).has_value());
  EXPECT_FALSE(client.Storm({Post(server.url(), "")}, {}).has_value());
  EXPECT_FALSE(client.Storm({Post(server.url(), "a")}, {.connections = 0}).has_value());
  EXPECT_FALSE(client.Storm({Post("ftp://127.0.0.1/x", "a")}, {}).has_value());
  EXPECT_EQ(server.connections(), 0u);
}

struct AnswerCase {
  const char* what;
  const char* bytes;
  SendOutcome outcome;
  int status;
  const char* body;
};

// Proves how each kind of answer is taken, one row a kind.
TEST(Send, TakesAnswersAsTheyAre) {
  const AnswerCase cases[] = {
      {"200", kOk, SendOutcome::kAnswered, 200, "ok"},
      {"204", "HTTP/1.1 204 No Content\r\n\r\n", SendOutcome::kAnswered, 204, ""},
      {"redirect is not followed",
       "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
       SendOutcome::kAnswered, 302, ""},
      {"chunked", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
       SendOutcome::kAnswered, 200, "ok"},
      {"interim first",
       "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 1\r\n\r\nx",
       SendOutcome::kAnswered, 500, "x"},
      {"reset", "", SendOutcome::kNoAnswer, 0, ""},
      {"slow body", "HOLDHTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", SendOutcome::kNoAnswer, 0,
       ""},
      {"silence", "HOLD", SendOutcome::kNoAnswer, 0, ""},
  };
  for (const AnswerCase& c : cases) {
    TestServer server(Always(c.bytes));
    CurlClient client;
    const SendResult result = client.Send(Post(server.url(), "body"), milliseconds(300));
    EXPECT_EQ(result.outcome, c.outcome) << c.what << ": " << result.error;
    EXPECT_EQ(result.answer.has_value(), c.outcome == SendOutcome::kAnswered) << c.what;
    if (result.answer) {
      EXPECT_EQ(result.answer->status, c.status) << c.what;
      EXPECT_EQ(result.answer->body, c.body) << c.what;
    } else {
      EXPECT_FALSE(result.error.empty()) << c.what;
    }
    EXPECT_EQ(server.arrivals().size(), 1u) << c.what;
  }
}

// Proves that nobody listening is told apart from a lost answer.
TEST(Send, NobodyListening) {
  CurlClient client;
  const SendResult result = client.Send(Post("http://127.0.0.1:1/x", "a"), milliseconds(1000));
  EXPECT_EQ(result.outcome, SendOutcome::kNotSent);
}

// Proves that a connection is kept between sends, and that headers go out as given.
TEST(Send, KeepsItsConnection) {
  TestServer server(Always(kOk));
  CurlClient client;
  for (int i = 0; i < 5; ++i) (void)client.Send(Post(server.url(), "a"), milliseconds(1000));
  EXPECT_EQ(server.connections(), 1u);
  EXPECT_EQ(server.arrivals().size(), 5u);
}

}  // namespace
}  // namespace paystorm::mockgw
