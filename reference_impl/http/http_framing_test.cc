// Requests reach the handler byte for byte however they are cut, and ambiguous ones do not reach
// it: raw sockets against a running server. The numbers are those of the faults of stock Pistache
// 0.0.5 that each test guards against.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>

#include "http/http_server.h"
#include "http/raw_client.h"

namespace paystorm_reference {
namespace {

using namespace std::chrono_literals;

class HttpFraming : public ::testing::Test {
 protected:
  std::unique_ptr<HttpServer> server_ = StartOrDie({}, Echo);
  const uint16_t port_ = server_->port();
};

constexpr char kGet[] = "GET /after HTTP/1.1\r\nHost: a\r\n\r\n";

// P3: any cut of a chunked body could spin an I/O thread for ever.
TEST_F(HttpFraming, ChunkedBodyCutAtEveryByteArrivesWhole) {
  const std::string request =
      "POST /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nhello\r\n6;name=value\r\n world\r\n0\r\n\r\n";
  for (size_t cut = 1; cut < request.size(); ++cut) {
    RawClient client(port_);
    client.Send(request.substr(0, cut));
    std::this_thread::sleep_for(2ms);
    client.Send(request.substr(cut));
    const auto response = client.Read();
    ASSERT_TRUE(response.has_value()) << "cut at " << cut;
    EXPECT_EQ(response->body, "POST /c hello world") << "cut at " << cut;
    client.Send(kGet);
    const auto next = client.Read();
    ASSERT_TRUE(next.has_value()) << "cut at " << cut;
    EXPECT_EQ(next->body, "GET /after ");
  }
}

TEST_F(HttpFraming, ChunkedBodyByteByByteArrivesWhole) {
  RawClient client(port_);
  for (const char byte : std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
                                     "3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n")) {
    ASSERT_TRUE(client.Send({&byte, 1}));
  }
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->body, "POST / abc");
}

// P3: the last CRLF in a packet of its own made the next request a 400.
TEST_F(HttpFraming, LastCrlfInItsOwnPacketLeavesTheNextRequestAlone) {
  RawClient client(port_);
  client.Send("POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n");
  std::this_thread::sleep_for(20ms);
  client.Send("\r\n");
  ASSERT_EQ(client.ReadBody(), "POST /c ok");
  client.Send(kGet);
  EXPECT_EQ(client.ReadStatus(), 200);
}

// P3: chunk extensions were refused.
TEST_F(HttpFraming, ChunkExtensionIsSkipped) {
  RawClient client(port_);
  client.Send(
      "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2;a=b;c=\"d e\"\r\nok\r\n0;last\r\n\r\n");
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->body, "POST /c ok");
}

// P3: with the CR that ends a chunk as byte 4096 of the stream one write was enough to spin. Here
// it is put at the end of every read size in question.
TEST_F(HttpFraming, ChunkEndAtAReadBoundaryArrivesWhole) {
  for (const size_t boundary : {4096u, 16384u, 32768u}) {
    const std::string head = "POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (size_t shift = 0; shift < 4; ++shift) {
      std::string size_line = "0000\r\n";
      const size_t data = boundary - 1 - head.size() - size_line.size() + shift;
      char hex[8];
      std::snprintf(hex, sizeof(hex), "%04zx", data);
      size_line = std::string(hex) + "\r\n";
      RawClient client(port_);
      client.Send(head + size_line + std::string(data, 'x') + "\r\n0\r\n\r\n" + kGet);
      const auto response = client.Read();
      ASSERT_TRUE(response.has_value()) << boundary << "+" << shift;
      EXPECT_EQ(response->body.size(), std::string("POST /c ").size() + data);
      EXPECT_EQ(client.ReadStatus(), 200);
    }
  }
}

// P4: of requests sent ahead only the first was answered. P19: answers came out of order.
TEST_F(HttpFraming, PipelinedRequestsAreAllAnsweredInOrder) {
  RawClient client(port_);
  client.Send(
      "POST /1 HTTP/1.1\r\nContent-Length: 1\r\n\r\na"
      "POST /2 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n0\r\n\r\n"
      "GET /3 HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.ReadBody(), "POST /1 a");
  EXPECT_EQ(client.ReadBody(), "POST /2 b");
  EXPECT_EQ(client.ReadBody(), "GET /3 ");
}

// P7: the stock limit is 4096 bytes for header and body together.
TEST_F(HttpFraming, BodyUpToTheLimitIsTaken) {
  RawClient client(port_);
  client.Send("POST / HTTP/1.1\r\nContent-Length: 65536\r\n\r\n" + std::string(65536, 'x'));
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->body.size(), 65536 + std::string("POST / ").size());
}

// P7: after a 413 the rest of the body was read as requests.
TEST_F(HttpFraming, TooLargeABodyIsRefusedOnceAndTheConnectionClosed) {
  for (const std::string head :
       {"POST / HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2dc6c0\r\n"}) {
    RawClient client(port_);
    const auto begin = std::chrono::steady_clock::now();
    client.Send(head + std::string(3000000, 'x'));
    const auto response = client.Read();
    ASSERT_TRUE(response.has_value());
    EXPECT_EQ(response->status, 413);
    EXPECT_EQ(response->headers.at("connection"), "close");
    EXPECT_TRUE(client.ReadsEnd());
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
  }
}

TEST_F(HttpFraming, TooLargeAHeaderIsRefusedAlsoLineByLine) {
  EXPECT_EQ(StatusOf(port_, "GET / HTTP/1.1\r\nX: " + std::string(20000, 'x') + "\r\n\r\n"), 431);
  RawClient client(port_);
  client.Send("GET / HTTP/1.1\r\n");
  for (int i = 0; i < 30; ++i) {
    client.Send("X: " + std::string(1000, 'x') + "\r\n");
    std::this_thread::sleep_for(1ms);
  }
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->status, 431);
}

// P8: "100 Continue" was never sent, so that clients waited a second.
TEST_F(HttpFraming, ExpectContinueIsAnsweredBeforeTheBody) {
  RawClient client(port_);
  client.Send("POST /e HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  const auto interim = client.Read();
  ASSERT_TRUE(interim.has_value());
  EXPECT_EQ(interim->status, 100);
  client.Send("ok");
  EXPECT_EQ(client.ReadBody(), "POST /e ok");
}

TEST_F(HttpFraming, ExpectContinueWithTooLargeABodyIsRefusedAtOnce) {
  EXPECT_EQ(
      StatusOf(port_, "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 70000\r\n\r\n"),
      413);
}

// P9: answers to HEAD carried the body.
TEST_F(HttpFraming, HeadIsAnsweredWithTheLengthOnly) {
  RawClient client(port_);
  client.Send("HEAD /h HTTP/1.1\r\n\r\n");
  const auto response = client.Read(true);
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->headers.at("content-length"), std::to_string(std::string("HEAD /h ").size()));
  client.Send(kGet);
  EXPECT_EQ(client.ReadBody(), "GET /after ");
}

// P9: a 204 carried a Content-Length.
TEST(HttpFramingAlone, NoContentHasNoLength) {
  auto server = StartOrDie({}, [](const HttpRequest&) { return HttpResponse{204, "unused"}; });
  RawClient client(server->port());
  client.Send(kGet);
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->status, 204);
  EXPECT_EQ(response->headers.count("content-length"), 0u);
  client.Send(kGet);
  EXPECT_EQ(client.ReadStatus(), 204);
}

// P9: a blank line before the request was a 400.
TEST_F(HttpFraming, BlankLinesBeforeARequestAreSkipped) {
  RawClient client(port_);
  client.Send("\r\n\r\n" + std::string(kGet) + "\r\n" + kGet);
  EXPECT_EQ(client.ReadStatus(), 200);
  EXPECT_EQ(client.ReadStatus(), 200);
}

// P10: values of headers that nobody asked about turned requests into 415 and 500.
TEST_F(HttpFraming, OddHeadersThatDoNotMatterAreIgnored) {
  for (const std::string line :
       {"Accept: text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "Accept:", "Content-Type:",
        "Content-Type: json", "Cache-Control: foo=bar", "Date: garbage", "Cookie: a",
        "Authorization: x", "Expect: nothing", "Upgrade: h2c", "Host:", "X-Empty: \t "}) {
    EXPECT_EQ(StatusOf(port_, "GET / HTTP/1.1\r\n" + line + "\r\n\r\n"), 200) << line;
  }
}

// P10: lengths that are no numbers were taken for one.
TEST_F(HttpFraming, AmbiguousLengthsAreRefused) {
  for (const std::string lines :
       {"Content-Length: abc", "Content-Length: 0x10", "Content-Length: 3abc", "Content-Length: +3",
        "Content-Length: -3", "Content-Length:", "Content-Length: 3\r\nContent-Length: 4",
        "Content-Length: 99999999999999999999999", "Content-Length: 3, 4",
        "Transfer-Encoding: chunked\r\nContent-Length: 3",
        "Content-Length: 3\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"}) {
    RawClient client(port_);
    client.Send("POST / HTTP/1.1\r\n" + lines + "\r\n\r\nabc");
    const auto response = client.Read();
    ASSERT_TRUE(response.has_value()) << lines;
    EXPECT_EQ(response->status, 400) << lines;
    EXPECT_TRUE(client.ReadsEnd()) << lines;
  }
  EXPECT_EQ(StatusOf(port_, "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf(port_, "POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n"), 501);
  EXPECT_EQ(StatusOf(port_, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
}

TEST_F(HttpFraming, BytesThatAreNoHttpAreRefused) {
  for (const std::string& bytes :
       {std::string("\x16\x03\x01\x02\x00\x01\x00", 7), std::string("GET /\r\n\r\n"),
        std::string("GET / HTTP/2.0\r\n\r\n"), std::string("GET / HTTP/1.1\r\nno colon\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nA : b\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")}) {
    EXPECT_EQ(StatusOf(port_, bytes), 400) << bytes;
  }
}

// P10: a claimed length was reserved at once, 10 GB if so claimed.
TEST(HttpFramingAlone, AClaimedLengthReservesNoMemory) {
  HttpServer::Options options;
  options.max_body_bytes = size_t{20} << 30;
  auto server = StartOrDie(options, Echo);
  auto peak_kib = [] {
    std::ifstream status("/proc/self/status");
    std::string word;
    size_t value = 0;
    while (status >> word) {
      if (word == "VmPeak:") status >> value;
    }
    return value;
  };
  const size_t before = peak_kib();
  RawClient client(server->port());
  client.Send("POST / HTTP/1.1\r\nContent-Length: 10000000000\r\n\r\nabc");
  client.EndSending();
  const auto response = client.Read();
  ASSERT_TRUE(response.has_value());
  EXPECT_EQ(response->status, 400);
  EXPECT_GT(before, 0u);
  EXPECT_LT(peak_kib() - before, 1000000u);
}

// P11: of headers sent twice one was lost, blanks and tabs stayed on values, and a query was
// changed.
TEST(HttpFramingAlone, HeadersAndTargetReachTheHandlerAsSent) {
  std::mutex mutex;
  HttpRequest seen;
  auto server = StartOrDie({}, [&](const HttpRequest& request) {
    std::lock_guard lock(mutex);
    seen = request;
    return HttpResponse{};
  });
  ASSERT_EQ(StatusOf(server->port(),
                     "POST /p?a=%20b&a=2 HTTP/1.1\r\nB: \t two words \t\r\nA:x\r\nb: second\r\n"
                     "Transfer-Encoding: chunked\r\n\r\n1\r\n\xff\r\n0\r\nB: trailer\r\n\r\n"),
            200);
  std::lock_guard lock(mutex);
  EXPECT_EQ(seen.target, "/p?a=%20b&a=2");
  EXPECT_EQ(seen.path(), "/p");
  EXPECT_EQ(seen.body, "\xff");
  ASSERT_EQ(seen.headers.size(), 4u);
  EXPECT_EQ(seen.headers[0], (std::pair<std::string, std::string>("B", "two words")));
  EXPECT_EQ(seen.headers[1].first, "A");
  EXPECT_EQ(seen.headers[2], (std::pair<std::string, std::string>("b", "second")));
  EXPECT_EQ(seen.CountHeader("B"), 2u);
  EXPECT_EQ(seen.Header("b"), "two words");
  EXPECT_EQ(seen.Header("none"), "");
}

// P22: a client that ends its side after the request got no answer.
TEST(HttpFramingAlone, AHalfClosedClientGetsAllItsAnswers) {
  auto server = StartOrDie({}, [](const HttpRequest& request) {
    std::this_thread::sleep_for(50ms);
    return Echo(request);
  });
  RawClient client(server->port());
  client.Send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n");
  client.EndSending();
  const auto first = client.Read();
  const auto second = client.Read();
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->body, "GET /1 ");
  EXPECT_EQ(second->body, "GET /2 ");
  EXPECT_TRUE(client.ReadsEnd());
}

TEST_F(HttpFraming, ATruncatedRequestIsRefused) {
  for (const std::string bytes :
       {"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab", "GET / HT", "GET / HTTP/1.1\r\nA: b"}) {
    RawClient client(port_);
    client.Send(bytes);
    client.EndSending();
    const auto response = client.Read();
    ASSERT_TRUE(response.has_value()) << bytes;
    EXPECT_EQ(response->status, 400) << bytes;
    EXPECT_TRUE(client.ReadsEnd());
  }
}

// P2: HTTP/1.1 connections were closed unless asked to stay; P1: and those to be closed were not.
TEST_F(HttpFraming, ConnectionsStayAndEndAsTheVersionAndHeaderSay) {
  struct Case {
    std::string request;
    bool stays;
    std::string said;
  };
  for (const Case& c :
       {Case{"GET / HTTP/1.1\r\n\r\n", true, ""},
        Case{"GET / HTTP/1.1\r\nConnection: keep-alive\r\n\r\n", true, ""},
        Case{"GET / HTTP/1.1\r\nConnection: Close\r\n\r\n", false, "close"},
        Case{"GET / HTTP/1.0\r\n\r\n", false, "close"},
        Case{"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true, "keep-alive"}}) {
    RawClient client(port_);
    client.Send(c.request);
    const auto response = client.Read();
    ASSERT_TRUE(response.has_value()) << c.request;
    const auto said = response->headers.find("connection");
    EXPECT_EQ(said == response->headers.end() ? "" : said->second, c.said) << c.request;
    if (c.stays) {
      client.Send(kGet);
      EXPECT_TRUE(client.Read().has_value()) << c.request;
    } else {
      EXPECT_TRUE(client.ReadsEnd(1s)) << c.request;
    }
  }
}

}  // namespace
}  // namespace paystorm_reference
