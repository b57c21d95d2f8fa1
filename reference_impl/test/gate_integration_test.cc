#include <algorithm>
#include <thread>

#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

using GateTest = ReferenceTest;

// Within 300 s passes, beyond does not and leaves no row.
TEST_F(GateTest, ToleratesThreeHundredSeconds) {
  Instance& server = Start();
  AddOrder("T1");
  const std::string body = Body({});
  const auto send = [&](int64_t age_s) {
    return Send(server.port(), "POST", "/notify/wxpay", SharedSigner().SignedHeaders(body, age_s),
                body)
        .status;
  };
  // A second may pass between signing and checking: so 302 s ahead, and 298 s old.
  EXPECT_EQ(send(301), 401);
  EXPECT_EQ(send(-302), 401);
  EXPECT_EQ(RowsWritten(), 0);
  EXPECT_EQ(send(298), 200);
  EXPECT_EQ(send(-299), 200);
  EXPECT_EQ(server.LinesWith({"\"level\":\"warn\"", "\"msg\":\"notification refused\""}), 2);
}

// Keys of both kinds are accepted side by side.
TEST_F(GateTest, AcceptsPublicKeysAndCertificates) {
  Instance& server = Start();
  AddOrder("T1");
  const std::string body = Body({});
  for (const std::string_view serial : {kSerial, std::string_view("51856640BA57CBD6343BA9EA2D409A9E"
                                                                  "9AC5EB65")}) {
    EXPECT_EQ(Send(server.port(), "POST", "/notify/wxpay",
                   SharedSigner().SignedHeaders(body, 0, serial), body)
                  .status,
              200);
  }
  EXPECT_EQ(Send(server.port(), "POST", "/notify/wxpay",
                 SharedSigner().SignedHeaders(body, 0, "PUB_KEY_ID_2"), body)
                .status,
            401);
}

// Forged, tampered with, and the gateway's own probe: 401, no row, the server lives.
TEST_F(GateTest, RefusesForgeries) {
  Instance& server = Start();
  AddOrder("T1");
  const std::string body = Body({});
  const Signer forger;
  const auto send = [&](const Headers& headers, const std::string& text) {
    return Send(server.port(), "POST", "/notify/wxpay", headers, text).status;
  };
  EXPECT_EQ(send(forger.SignedHeaders(body), body), 401);
  EXPECT_EQ(send(SharedSigner().SignedHeaders(body), body + " "), 401);
  Headers probe = SharedSigner().SignedHeaders(body);
  for (auto& [name, value] : probe) {
    if (name == "Wechatpay-Signature") value = "WECHATPAY/SIGNTEST/" + std::string(336, 'k');
  }
  EXPECT_EQ(send(probe, body), 401);
  for (size_t i = 1; i <= 4; ++i) {
    Headers missing = SharedSigner().SignedHeaders(body);
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(send(missing, body), 401);
    Headers twice = SharedSigner().SignedHeaders(body);
    twice.push_back(twice[i]);
    EXPECT_EQ(send(twice, body), 401);
  }
  EXPECT_EQ(RowsWritten(), 0);
  EXPECT_EQ(OrderStatus("T1"), "pending");
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"signature\"}"), 11);
  EXPECT_EQ(server.Deliver({}).status, 200);
}

// Properly signed nonsense: 4xx, no row, the server lives.
TEST_F(GateTest, RefusesBadBodies) {
  Instance& server = Start();
  AddOrder("T1");
  const std::string body = Body({});
  std::string not_utf8 = body;
  not_utf8.replace(not_utf8.find("支"), 3, "\xff\xfe\xfd");
  for (const std::string& bad :
       {std::string(), std::string("nonsense"), std::string("[]"), body.substr(0, body.size() / 2),
        not_utf8, std::string(60000, '['), "{\"id\":" + std::string(60000, '{'),
        std::string("{\0}", 3), Body({}, "no json"), Body({.id = std::string(200, 'x')})}) {
    EXPECT_EQ(server.DeliverBody(bad).status, 400) << bad.substr(0, 40);
  }
  EXPECT_EQ(server.DeliverBody(std::string(70000, 'x')).status, 413);
  EXPECT_EQ(RowsWritten(), 0);
  EXPECT_EQ(server.Deliver({}).status, 200);
}

// What differs from the order in any point is refused before a row is written.
TEST_F(GateTest, ComparesWithTheOrder) {
  Instance& server = Start();
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({.total = 9901}).status, 422);
  EXPECT_EQ(server.Deliver({.total = 1}).status, 422);
  EXPECT_EQ(server.Deliver({.currency = "USD"}).status, 422);
  EXPECT_EQ(server.Deliver({.mchid = "1900000110"}).status, 422);
  EXPECT_EQ(server.Deliver({.appid = "wx0"}).status, 422);
  EXPECT_EQ(server.Deliver({.order_no = "T2"}).status, 404);
  EXPECT_EQ(server.Deliver({.order_no = "t1"}).status, 404);
  EXPECT_EQ(server.Deliver({.trade_state = "NOTPAY"}).status, 422);
  EXPECT_EQ(RowsWritten(), 0);
  EXPECT_EQ(OrderStatus("T1"), "pending");
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"state_machine\"}"), 2);
  EXPECT_EQ(server.Metric("turned_away_total{layer=\"signature\"}"), 6);
  // An order of another merchant's, though the notification agrees with it.
  Run("UPDATE `order` SET mchid = '1900000110'");
  EXPECT_EQ(server.Deliver({.mchid = "1900000110"}).status, 422);
}

// The other end points, and the wrong method or path.
TEST_F(GateTest, EndPoints) {
  Instance& server = Start();
  EXPECT_EQ(Get(server.port(), "/healthz").status, 200);
  EXPECT_EQ(Get(server.port(), "/readyz").status, 200);
  EXPECT_EQ(Get(server.port(), "/metrics").status, 200);
  EXPECT_EQ(Get(server.port(), "/metrics?x=1").status, 200);
  const Answer head = Send(server.port(), "HEAD", "/metrics", {}, "");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body, "");
  EXPECT_EQ(Get(server.port(), "/notify/wxpay").status, 405);
  EXPECT_EQ(Send(server.port(), "POST", "/healthz", {}, "").status, 405);
  EXPECT_EQ(Send(server.port(), "POST", "/notify/other", {}, "{}").status, 404);
  EXPECT_EQ(server.Metric("deliveries_total"), 0);
  EXPECT_EQ(server.LinesWith({"\"level\":\"info\"", "\"msg\":\"listening\"", "\"port\":"}), 1);
}

// A full queue: 503 at once, while health and metrics still answer.
TEST_F(GateTest, FullQueueIsToldAtOnce) {
  Instance& server = Start({"--workers=1", "--queue=1"});
  AddOrder("T1");
  const auto holder = OtherSession();
  holder->Run("START TRANSACTION");
  holder->Query("SELECT id FROM `order` WHERE order_no = 'T1' FOR UPDATE");
  std::vector<std::thread> senders;
  std::vector<int> codes(8);
  for (size_t i = 0; i < codes.size(); ++i) {
    senders.emplace_back([&, i] { codes[i] = server.Deliver({}).status; });
  }
  ASSERT_TRUE(Eventually([&] { return server.Metric("in_flight") == 1; }));
  EXPECT_EQ(Get(server.port(), "/healthz").status, 200);
  holder->Run("ROLLBACK");
  for (std::thread& sender : senders) sender.join();
  EXPECT_GE(std::count(codes.begin(), codes.end(), 503), 1);
  EXPECT_GE(std::count(codes.begin(), codes.end(), 200), 1);
}

}  // namespace
}  // namespace paystorm_reference::test
