#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <thread>

#include "mockgw/http/curl_client.h"
#include "mockgw/http/test_server.h"
#include "mockgw/http/tls_peer.h"

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

// Proves that a request whose connection is reset is not sent again behind our back, on fresh and
// on kept connections: each arrives exactly once, and the others are not harmed.
TEST(Storm, SendsNothingTwice) {
  TestServer server([](const std::string& body) {
    return std::stoi(body) % 3 == 1 ? std::string() : std::string(kOk);
  });
  CurlClient client;
  auto storm = client.Storm(Many(server.url(), 200, 50), {.connections = 10});
  ASSERT_TRUE(storm.has_value()) << storm.error().message;
  std::multiset<std::string> bodies;
  for (const Arrival& arrival : server.arrivals()) bodies.insert(arrival.body);
  EXPECT_EQ(bodies.size(), 200u);
  EXPECT_EQ(std::set<std::string>(bodies.begin(), bodies.end()).size(), 200u);
  for (size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(storm->results[i].outcome,
              i % 3 == 1 ? SendOutcome::kNoAnswer : SendOutcome::kAnswered)
        << i << ": " << storm->results[i].error;
  }
}

// Resets every connection once it has read some bytes of it.
class ResettingServer final {
 public:
  ResettingServer() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const bool listening =
        bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
        listen(listener_, 128) == 0 &&
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    EXPECT_TRUE(listening);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] {
      while (true) {
        const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (fd < 0) return;
        char buffer[16];
        (void)!recv(fd, buffer, sizeof buffer, 0);
        const linger reset = {1, 0};
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        close(fd);
      }
    });
  }
  ~ResettingServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/x"; }

 private:
  const int listener_;
  int port_ = 0;
  std::thread thread_;
};

// Proves that a reset while the last byte is held, or while the body is on its way, means that it
// did not happen.
TEST(Storm, ResetBeforeTheLastByteMeansNotSent) {
  ResettingServer server;
  CurlClient client;
  auto storm = client.Storm(Many(server.url(), 10, 100), {.connections = 10});
  ASSERT_TRUE(storm.has_value()) << storm.error().message;
  for (const SendResult& result : storm->results) {
    EXPECT_EQ(result.outcome, SendOutcome::kNotSent) << result.error;
  }
  const SendResult large =
      client.Send(Post(server.url(), std::string(64 << 20, 'x')), milliseconds(5000));
  EXPECT_EQ(large.outcome, SendOutcome::kNotSent) << large.error;
}

// Proves over TLS what the plain tests prove: all are sent, held, let go together and answered.
TEST(Storm, OverTls) {
  const TestCertificate certificate;
  TlsPeer one(certificate);
  TlsPeer two(certificate);
  CurlClient client({.ca_file = certificate.certificate()});
  std::vector<HttpRequest> requests;
  for (int i = 0; i < 10; ++i) {
    requests.push_back(Post((i % 2 == 0 ? one : two).url(), std::string(20000, 'x')));
  }
  auto storm = client.Storm(requests, {.connections = 2});
  ASSERT_TRUE(storm.has_value()) << storm.error().message;
  for (const SendResult& result : storm->results) {
    EXPECT_EQ(result.outcome, SendOutcome::kAnswered) << result.error;
  }
  EXPECT_EQ(storm->most_in_flight, 2u);
  EXPECT_EQ(one.requests(), 5u);
  EXPECT_EQ(two.requests(), 5u);
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

// Proves the exact head: what was given, in its order and spelling, Host before and Content-Length
// behind it, and no Expect however large the body.
TEST(Send, HeadersGoOutAsGiven) {
  TestServer server(Always(kOk));
  CurlClient client;
  HttpRequest request;
  request.url = server.url() + "?a=b";
  request.headers = {{"wechatpay-Nonce", "n"}, {"X-Empty", ""}, {"content-length", "7"}};
  request.body = std::string(2 << 20, 'x');
  const SendResult result = client.Send(request, milliseconds(5000));
  ASSERT_EQ(result.outcome, SendOutcome::kAnswered) << result.error;
  const std::string host = server.url().substr(7, server.url().find("/x") - 7);
  ASSERT_EQ(server.arrivals().size(), 1u);
  EXPECT_EQ(server.arrivals()[0].head, "POST /x?a=b HTTP/1.1\r\nHost: " + host +
                                           "\r\nwechatpay-Nonce: n\r\nX-Empty:\r\n"
                                           "Content-Length: 2097152\r\n");
}

// Proves that an answer beyond what is kept counts, cut.
TEST(Send, CutsLongAnswers) {
  const std::string body(200000, 'x');
  TestServer server(Always("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + body));
  CurlClient client;
  const SendResult result = client.Send(Post(server.url(), "a"), milliseconds(5000));
  ASSERT_EQ(result.outcome, SendOutcome::kAnswered) << result.error;
  EXPECT_EQ(result.answer->body.size(), 65536u);
}

// Proves that a reset on a kept connection loses the answer and sends nothing again, with a body
// and without one.
TEST(Send, SendsNothingTwice) {
  for (const std::string& body : {std::string("body"), std::string()}) {
    std::atomic<int> seen{0};
    TestServer server([&](const std::string&) { return ++seen == 2 ? std::string() : kOk; });
    CurlClient client;
    HttpRequest request = Post(server.url(), body);
    EXPECT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kAnswered);
    EXPECT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kNoAnswer);
    EXPECT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kAnswered);
    EXPECT_EQ(server.arrivals().size(), 3u);
  }
}

// Proves that a server that went away between two sends costs nothing but a new connection.
TEST(Send, FindsARestartedServer) {
  CurlClient client;
  auto server = std::make_unique<TestServer>(Always(kOk));
  const int port = std::stoi(server->url().substr(server->url().rfind(':') + 1));
  const HttpRequest request = Post(server->url(), "a");
  ASSERT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kAnswered);
  server.reset();
  EXPECT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kNotSent);
  TestServer again(Always(kOk), port);
  EXPECT_EQ(client.Send(request, milliseconds(1000)).outcome, SendOutcome::kAnswered);
}

// Proves that many threads share one client.
TEST(Send, FromManyThreads) {
  TestServer server(Always(kOk));
  CurlClient client;
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 25; ++j) {
        const SendResult result = client.Send(Post(server.url(), "a"), milliseconds(5000));
        if (result.outcome == SendOutcome::kAnswered) ++answered;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(answered.load(), 200);
  EXPECT_LE(server.connections(), 8u);
}

// Proves that a certificate counts only when it is trusted, and that a TLS server that dies under a
// kept connection does not take us with it.
TEST(Send, OverTls) {
  const TestCertificate certificate;
  const TestCertificate other;
  TlsPeer server(certificate);
  CurlClient stranger({.ca_file = other.certificate()});
  const SendResult refused = stranger.Send(Post(server.url(), "a"), milliseconds(5000));
  EXPECT_EQ(refused.outcome, SendOutcome::kNotSent);
  EXPECT_NE(refused.error.find("certificate"), std::string::npos) << refused.error;
  CurlClient misled({.ca_file = certificate.certificate() + ".absent"});
  EXPECT_EQ(misled.Send(Post(server.url(), "a"), milliseconds(5000)).outcome,
            SendOutcome::kNotSent);
  EXPECT_EQ(server.requests(), 0u);

  CurlClient client({.ca_file = certificate.certificate()});
  const SendResult result = client.Send(Post(server.url(), "a"), milliseconds(5000));
  ASSERT_EQ(result.outcome, SendOutcome::kAnswered) << result.error;
  EXPECT_EQ(result.answer->body, "ok");
  server.Stop();
  EXPECT_EQ(client.Send(Post(server.url(), "a"), milliseconds(5000)).outcome,
            SendOutcome::kNotSent);
}

}  // namespace
}  // namespace paystorm::mockgw
