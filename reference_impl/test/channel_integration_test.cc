#include <fstream>

#include "crypto/digest.h"
#include "test/support/reference_test.h"

namespace paystorm_reference::test {
namespace {

using ChannelTest = ReferenceTest;

constexpr char kSecret[] = "whsec_test_secret";

std::string SecretFile() {
  const std::string path = (SharedServices().dir() / "stripe_secret").string();
  std::ofstream(path) << kSecret << "\n";
  return path;
}

std::string Event(const std::string& id, const std::string& type, const std::string& object) {
  return R"({"id":")" + id + R"(","type":")" + type + R"(","account":"acct_1","data":{"object":{)" +
         object + R"(,"currency":"usd","metadata":{"order_no":"T1"}}}})";
}

Answer SendEvent(const Instance& server, const std::string& body) {
  const std::string time = std::to_string(std::time(nullptr));
  return Send(server.port(), "POST", "/notify/stripe",
              {{"Stripe-Signature",
                "t=" + time + ",v1=" + LowerHex(HmacSha256(kSecret, time + "." + body))}},
              body);
}

// A channel without keys is said to have none; everything else goes on.
TEST_F(ChannelTest, WithoutKeysThereIsNoChannel) {
  Instance& server = Start();
  for (const char* path :
       {"/notify/stripe", "/notify/alipay", "/notify/wxpay_v2", "/notify/standard_webhooks"}) {
    const Answer answer = Send(server.port(), "POST", path, {}, "x");
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_NE(answer.body.find("no keys"), std::string::npos) << path;
  }
  AddOrder("T1");
  EXPECT_EQ(server.Deliver({}).status, 200);
}

// Two events of one payment have one effect, are both acknowledged in stripe's way, and an event
// that asks for nothing leaves nothing but its line in the log.
TEST_F(ChannelTest, EventsOfOnePaymentHaveOneEffect) {
  Instance& server = Start({"--stripe-secret-file=" + SecretFile(), "--stripe-account=acct_1"});
  Run("INSERT INTO `order` (order_no, amount_minor, currency, channel, mchid) VALUES "
      "('T1', 9900, 'USD', 'stripe', 'acct_1')");
  const Answer first = SendEvent(
      server, Event("evt_1", "checkout.session.completed",
                    R"("payment_intent":"pi_1","amount_total":9900,"payment_status":"paid")"));
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(first.body, R"({"received":true})");
  const Answer second = SendEvent(
      server, Event("evt_2", "payment_intent.succeeded", R"("id":"pi_1","amount_received":9900)"));
  EXPECT_EQ(second.status, 200);
  EXPECT_EQ(Count("payment_record"), 1);
  EXPECT_EQ(Count("payment_notify_log"), 2);
  EXPECT_EQ(OrderStatus("T1"), "paid");
  EXPECT_EQ(SendEvent(server, R"({"id":"evt_3","type":"invoice.paid"})").status, 200);
  EXPECT_EQ(Count("payment_notify_log"), 2);
  EXPECT_EQ(server.LinesWith({"asks for nothing", "invoice.paid"}), 1);
  EXPECT_EQ(server.LinesWith({"duplicate notification skipped", "evt_2"}), 1);
}

// Forged, of another amount and of another account: refused in stripe's words, no row.
TEST_F(ChannelTest, RefusesInTheChannelsOwnWords) {
  Instance& server = Start({"--stripe-secret-file=" + SecretFile(), "--stripe-account=acct_1"});
  Run("INSERT INTO `order` (order_no, amount_minor, currency, channel, mchid) VALUES "
      "('T1', 9900, 'USD', 'stripe', 'acct_1')");
  const std::string cheap =
      Event("evt_1", "payment_intent.succeeded", R"("id":"pi_1","amount_received":1)");
  const Answer wrong = SendEvent(server, cheap);
  EXPECT_EQ(wrong.status, 422);
  EXPECT_EQ(wrong.body, R"({"error":"the amount differs from the order's"})");
  const Answer forged =
      Send(server.port(), "POST", "/notify/stripe", {{"Stripe-Signature", "t=1,v1=00"}}, cheap);
  EXPECT_EQ(forged.status, 401);
  EXPECT_EQ(SendEvent(server, Event("evt_2", "payment_intent.succeeded",
                                    R"("id":"pi_1","amount_received":9900,"x":1)"))
                .status,
            200);
  EXPECT_EQ(Count("payment_record"), 1);
}

}  // namespace
}  // namespace paystorm_reference::test
