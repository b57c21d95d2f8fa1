#include "mockgw/channel/standard_webhooks.h"

#include <gtest/gtest.h>

#include "mockgw/base/json.h"
#include "mockgw/channel/channel_for_test.h"
#include "mockgw/channel/signing.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/digest.h"
#include "mockgw/crypto/ed25519.h"

namespace paystorm::mockgw {
namespace {

const Channel& Hook() { return *FindChannel("standard_webhooks"); }

// The signatures of that version, decoded where they can be.
std::vector<std::string> SignaturesOf(const HttpRequest& request, const std::string& version) {
  std::vector<std::string> found;
  std::string header = HeaderOf(request, "webhook-signature") + " ";
  for (size_t end = 0; (end = header.find(' ')) != std::string::npos; header.erase(0, end + 1)) {
    const std::string one = header.substr(0, end);
    if (!one.starts_with(version + ",")) continue;
    const auto bytes = crypto::Base64Decode(one.substr(version.size() + 1));
    found.push_back(bytes ? *bytes : "");
  }
  return found;
}

std::string ContentOf(const HttpRequest& request) {
  return HeaderOf(request, "webhook-id") + "." + HeaderOf(request, "webhook-timestamp") + "." +
         request.body;
}

bool Verifies(const HttpRequest& request, const std::string& key) {
  const auto found = SignaturesOf(request, "v1");
  return std::find(found.begin(), found.end(),
                   crypto::HmacSha256(Secret(key), ContentOf(request))) != found.end();
}

std::string OwnKey() {
  return *crypto::Base64Decode(SharedKeys().webhook_secrets.front().Reveal().substr(6));
}
bool Verifies(const HttpRequest& request) { return Verifies(request, OwnKey()); }

// Proves headers and payload, and that attempts differ in time and signature alone.
TEST(StandardWebhooks, CarriesIdTimeAndSignature) {
  const Notification n = SomePayment(Hook());
  const HttpRequest first = BuildSome(Hook(), n);
  const HttpRequest second =
      BuildSome(Hook(), n, Variant::kGenuine, SharedKeys(), 2, std::chrono::seconds(5));
  EXPECT_EQ(HeaderOf(first, "webhook-id"), n.notify_id);
  EXPECT_EQ(HeaderOf(second, "webhook-id"), n.notify_id);
  EXPECT_EQ(HeaderOf(first, "webhook-timestamp"), "1767225600");
  EXPECT_EQ(HeaderOf(second, "webhook-timestamp"), "1767225605");
  EXPECT_EQ(first.body, second.body);
  EXPECT_TRUE(Verifies(first));
  EXPECT_TRUE(Verifies(second));
  const Json body = *ParseJson(first.body);
  EXPECT_EQ(body["type"], "payment.succeeded");
  EXPECT_EQ(body["data"]["order_no"], "T1");
  EXPECT_EQ(body["data"]["amount_minor"], 9900);
  const Json back =
      *ParseJson(BuildSome(Hook(), SomeRefund(Hook(), EventKind::kRefundAbnormal)).body);
  EXPECT_EQ(back["type"], "refund.failed");
  EXPECT_EQ(back["data"]["refund_minor"], 300);
}

// Proves the ways to sign: one secret, two while one is rolled, and a key pair.
TEST(StandardWebhooks, SignsWithEveryActiveKey) {
  ChannelKeys keys = SharedKeys();
  const std::string fresh(32, 'n');
  keys.webhook_secrets = {Secret("whsec_" + crypto::Base64Encode(fresh)),
                          SharedKeys().webhook_secrets.front()};
  const auto with = [&](std::string_view word) {
    return BuildSome(Hook(), SomePayment(Hook()), Variant::kGenuine,
                     WithSigning(Hook(), keys, word));
  };
  EXPECT_EQ(SignaturesOf(with("all_secrets"), "v1").size(), 2u);
  EXPECT_TRUE(Verifies(with("all_secrets")));
  EXPECT_TRUE(Verifies(with("all_secrets"), fresh));
  EXPECT_FALSE(Verifies(with("newest_secret")));
  EXPECT_TRUE(Verifies(with("oldest_secret")));
  const HttpRequest pair = with("ed25519");
  EXPECT_TRUE(SignaturesOf(pair, "v1").empty());
  ASSERT_EQ(SignaturesOf(pair, "v1a").size(), 1u);
  const auto key = crypto::Ed25519PrivateKey::FromSeed(keys.webhook_ed25519_seed);
  EXPECT_TRUE(crypto::Ed25519Verify(key->PublicBytes(), ContentOf(pair),
                                    SignaturesOf(pair, "v1a").front()));
}

// Proves every shape: signed as its bytes stand.
TEST(StandardWebhooks, ShapesAreSignedAsTheyStand) {
  for (const Shape shape : Hook().shapes()) {
    Notification n = SomePayment(Hook());
    n.shape = shape;
    EXPECT_TRUE(Verifies(BuildSome(Hook(), n))) << ToString(shape);
  }
}

// Proves that each variant fails for its own reason.
TEST(StandardWebhooks, VariantsAreWrongInOnePlace) {
  const Notification n = SomeRefund(Hook(), EventKind::kRefundSuccess);
  const auto build = [&](Variant variant) { return BuildSome(Hook(), n, variant); };
  EXPECT_EQ(HeaderOf(build(Variant::kUnsigned), "webhook-signature"), "");
  EXPECT_TRUE(Verifies(build(Variant::kEmptyKey), ""));
  EXPECT_EQ(HeaderOf(build(Variant::kStale), "webhook-timestamp"),
            std::to_string(1767225600 - 301));
  EXPECT_TRUE(Verifies(build(Variant::kStale)));
  EXPECT_TRUE(Verifies(build(Variant::kFuture)));
  EXPECT_EQ(build(Variant::kHeaderOnly).body, "");
  for (const Variant variant :
       {Variant::kWrongKey, Variant::kEmptyKey, Variant::kTampered, Variant::kOtherBody,
        Variant::kHeaderOnly, Variant::kTruncatedBase64}) {
    EXPECT_FALSE(Verifies(build(variant))) << ToString(variant);
  }
}

// Proves that no change by hand makes a variant genuine, whichever field it takes.
TEST(StandardWebhooks, VariantsStayWrongUnderChanges) {
  Notification n = SomePayment(Hook());
  n.trade_no = "pay_x";  // so that the only 20 of the body is the year
  n.overrides = {{"timestamp", "x"}};
  const HttpRequest tampered = BuildSome(Hook(), n, Variant::kTampered);
  EXPECT_TRUE(ParseJson(tampered.body).has_value());
  EXPECT_EQ(tampered.body.size(), BuildSome(Hook(), n).body.size());
  EXPECT_FALSE(Verifies(tampered));
  for (const char* amount : {"1", "9900", "9901"}) {
    n.overrides = {{"data.amount_minor", amount}};
    EXPECT_TRUE(Verifies(BuildSome(Hook(), n))) << amount;
    EXPECT_FALSE(Verifies(BuildSome(Hook(), n, Variant::kOtherBody))) << amount;
  }
}

// Proves how an answer is taken: any 2xx; 410 ends the deliveries; Retry-After puts them off.
TEST(StandardWebhooks, JudgesStatusAndRetryAfter) {
  const auto yes = Acknowledgement::kAcknowledged;
  const auto no = Acknowledgement::kRefused;
  ExpectJudged(Hook(), {{200, "", yes},
                        {200, "anything", yes},
                        {200, "\xef\xbb\xbf", yes},
                        {201, "", yes},
                        {202, "\n", yes},
                        {204, "", yes},
                        {299, "", yes},
                        {301, "", no},
                        {302, "", no},
                        {308, "", no},
                        {400, "", no},
                        {401, "", no},
                        {410, "", no},
                        {429, "", no},
                        {500, "", no},
                        {502, "", no},
                        {504, "", no}});
  const auto judge = [](int status, const std::string& after) {
    SendResult result;
    result.outcome = SendOutcome::kAnswered;
    result.answer = HttpAnswer{status, {{"retry-after", after}}, ""};
    return Hook().Judge(result);
  };
  EXPECT_TRUE(judge(410, "").stop);
  EXPECT_FALSE(judge(404, "").stop);
  EXPECT_EQ(judge(429, "120").retry_after, std::chrono::seconds(120));
  EXPECT_EQ(judge(503, "7").retry_after, std::chrono::seconds(7));
  EXPECT_EQ(judge(429, "Wed, 21 Oct 2026 07:28:00 GMT").retry_after, std::nullopt);
  EXPECT_EQ(judge(429, "-1").retry_after, std::nullopt);
  EXPECT_EQ(judge(500, "120").retry_after, std::nullopt);
}

// Proves what is never sent.
TEST(StandardWebhooks, NamesNoPayee) {
  Notification n = SomePayment(Hook());
  EXPECT_EQ(Hook().Refuses(n), "");
  n.mchid = "somebody";
  EXPECT_EQ(Hook().Refuses(n), "standard_webhooks names no payee");
}

}  // namespace
}  // namespace paystorm::mockgw
