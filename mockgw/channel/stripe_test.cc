#include "mockgw/channel/stripe.h"

#include <gtest/gtest.h>

#include "mockgw/base/json.h"
#include "mockgw/channel/channel_for_test.h"
#include "mockgw/channel/signing.h"
#include "mockgw/crypto/digest.h"

namespace paystorm::mockgw {
namespace {

const Channel& Pay() { return *FindChannel("stripe"); }

struct Signature {
  std::string time;
  std::vector<std::string> v1;
};

// Written for the tests alone: every part between commas is a=b.
Signature SignatureOf(const HttpRequest& request) {
  Signature signature;
  const std::string header = HeaderOf(request, "Stripe-Signature");
  for (size_t at = 0; at < header.size();) {
    const size_t end = std::min(header.find(',', at), header.size());
    const std::string part = header.substr(at, end - at);
    EXPECT_EQ(part.find(' '), std::string::npos);
    if (part.starts_with("t=")) signature.time = part.substr(2);
    if (part.starts_with("v1=")) signature.v1.push_back(part.substr(3));
    at = end + 1;
  }
  return signature;
}

bool Verifies(const HttpRequest& request, const Secret& secret) {
  const Signature signature = SignatureOf(request);
  const std::string right =
      crypto::LowerHex(crypto::HmacSha256(secret, signature.time + "." + request.body));
  return std::find(signature.v1.begin(), signature.v1.end(), right) != signature.v1.end();
}
bool Verifies(const HttpRequest& request) {
  return Verifies(request, SharedKeys().stripe_secrets.front());
}

Notification Event(EventKind kind) {
  Notification n = IsRefund(kind) ? SomeRefund(Pay(), kind) : SomePayment(Pay());
  n.kind = kind;
  return n;
}

Json ObjectOf(const Notification& n) {
  return (*ParseJson(BuildSome(Pay(), n).body))["data"]["object"];
}

// Proves the envelope: the shapes of ids, a version with a date and a train, the account.
TEST(Stripe, EnvelopeIsAnEvent) {
  const Notification n = SomePayment(Pay());
  const HttpRequest request = BuildSome(Pay(), n);
  const Json event = *ParseJson(request.body);
  EXPECT_EQ(event["id"], n.notify_id);
  EXPECT_TRUE(n.notify_id.starts_with("evt_"));
  EXPECT_EQ(event["object"], "event");
  EXPECT_EQ(event["api_version"].get<std::string>().find('.'), 10u);
  EXPECT_EQ(event["account"], SharedKeys().stripe_account);
  EXPECT_EQ(event["created"], 1767225600);
  EXPECT_TRUE(event["request"]["id"].is_null());
  EXPECT_EQ(HeaderOf(request, "Content-Type"), "application/json; charset=utf-8");
  EXPECT_EQ(HeaderOf(request, "User-Agent"), "Stripe/1.0 (+https://stripe.com/docs/webhooks)");
  EXPECT_EQ(HeaderOf(request, "Accept"), "*/*; q=0.5, application/xml");
  EXPECT_EQ(HeaderOf(request, "Cache-Control"), "no-cache");
}

// Proves that one payment's events differ in id and type and share payment intent and order.
TEST(Stripe, EventsOfOnePaymentShareTheIntent) {
  const std::string intent = SomePayment(Pay()).trade_no;
  EXPECT_TRUE(intent.starts_with("pi_"));
  const Json paid = ObjectOf(Event(EventKind::kPaymentSuccess));
  EXPECT_EQ(paid["id"], intent);
  EXPECT_EQ(paid["amount_received"], 9900);
  EXPECT_EQ(paid["currency"], "cny");
  const Json charge = ObjectOf(Event(EventKind::kChargeSucceeded));
  EXPECT_EQ(charge["payment_intent"], intent);
  EXPECT_EQ(charge["id"], paid["latest_charge"]);
  const Json session = ObjectOf(Event(EventKind::kCheckoutCompleted));
  EXPECT_EQ(session["payment_intent"], intent);
  EXPECT_EQ(session["client_reference_id"], "T1");
  EXPECT_EQ(session["payment_status"], "paid");
  for (const Json& object : {paid, charge, session}) {
    EXPECT_EQ(object["metadata"]["order_no"], "T1");
  }
}

// Proves the three ways in which a refund ends.
TEST(Stripe, RefundsByTheirStatus) {
  const std::tuple<EventKind, const char*, const char*> rows[] = {
      {EventKind::kRefundSuccess, "refund.updated", "succeeded"},
      {EventKind::kRefundAbnormal, "refund.failed", "failed"},
      {EventKind::kRefundClosed, "refund.updated", "canceled"}};
  for (const auto& [kind, type, status] : rows) {
    const Json event = *ParseJson(BuildSome(Pay(), Event(kind)).body);
    EXPECT_EQ(event["type"], type);
    const Json& refund = event["data"]["object"];
    EXPECT_EQ(refund["status"], status);
    EXPECT_EQ(refund["amount"], 300);
    EXPECT_EQ(refund["metadata"]["out_refund_no"], "R1");
    EXPECT_EQ(event["data"].contains("previous_attributes"), event["type"] == "refund.updated");
  }
}

// Proves amounts as they are sent: in the currency's own smallest unit, whatever that is.
TEST(Stripe, AmountsAreTheCurrencysOwn) {
  for (const auto& [currency, amount] :
       std::vector<std::pair<std::string, int64_t>>{{"JPY", 500}, {"KWD", 12345}, {"USD", 59980}}) {
    Notification n = SomePayment(Pay());
    n.currency = currency;
    n.amount_minor = amount;
    EXPECT_EQ(Pay().Refuses(n), "");
    EXPECT_EQ(ObjectOf(n)["amount"], amount);
  }
}

// Proves that attempts share the body and carry a time of their own.
TEST(Stripe, AttemptsAreSignedAnew) {
  const Notification n = SomePayment(Pay());
  const HttpRequest first = BuildSome(Pay(), n);
  const HttpRequest second =
      BuildSome(Pay(), n, Variant::kGenuine, SharedKeys(), 2, std::chrono::seconds(60));
  EXPECT_EQ(first.body, second.body);
  EXPECT_EQ(SignatureOf(first).time, "1767225600");
  EXPECT_EQ(SignatureOf(second).time, "1767225660");
  EXPECT_TRUE(Verifies(first));
  EXPECT_TRUE(Verifies(second));
}

// Proves a secret's roll: while both are active every request carries a signature of each.
TEST(Stripe, ARolledSecretSignsBesideTheOldOne) {
  ChannelKeys keys = SharedKeys();
  keys.stripe_secrets = {Secret("whsec_new"), Secret("whsec_old")};
  const auto with = [&](std::string_view word) {
    return BuildSome(Pay(), SomePayment(Pay()), Variant::kGenuine, WithSigning(Pay(), keys, word));
  };
  EXPECT_EQ(SignatureOf(with("all_secrets")).v1.size(), 2u);
  EXPECT_TRUE(Verifies(with("all_secrets"), Secret("whsec_new")));
  EXPECT_TRUE(Verifies(with("all_secrets"), Secret("whsec_old")));
  EXPECT_EQ(SignatureOf(with("")).v1.size(), 1u);
  EXPECT_TRUE(Verifies(with(""), Secret("whsec_new")));
  EXPECT_TRUE(Verifies(with("oldest_secret"), Secret("whsec_old")));
  EXPECT_FALSE(Verifies(with("oldest_secret"), Secret("whsec_new")));
}

// Proves every shape: signed as its bytes stand.
TEST(Stripe, ShapesAreSignedAsTheyStand) {
  for (const Shape shape : Pay().shapes()) {
    Notification n = SomePayment(Pay());
    n.shape = shape;
    EXPECT_TRUE(Verifies(BuildSome(Pay(), n))) << ToString(shape);
    EXPECT_EQ(ObjectOf(n)["amount"], 9900) << ToString(shape);
  }
}

// Proves that each variant fails for its own reason, of a payment and of a refund.
TEST(Stripe, VariantsAreWrongInOnePlace) {
  for (const EventKind kind : {EventKind::kPaymentSuccess, EventKind::kRefundSuccess}) {
    const Notification n = Event(kind);
    const auto build = [&](Variant variant) { return BuildSome(Pay(), n, variant); };
    EXPECT_EQ(HeaderOf(build(Variant::kUnsigned), "Stripe-Signature"), "");
    EXPECT_TRUE(Verifies(build(Variant::kWrongKey), SharedKeys().stranger_secret));
    EXPECT_TRUE(Verifies(build(Variant::kEmptyKey), Secret()));
    EXPECT_EQ(SignatureOf(build(Variant::kStale)).time, std::to_string(1767225600 - 301));
    EXPECT_TRUE(Verifies(build(Variant::kStale)));
    EXPECT_EQ(SignatureOf(build(Variant::kFuture)).time, std::to_string(1767225600 + 306));
    EXPECT_TRUE(Verifies(build(Variant::kFuture)));
    EXPECT_EQ(SignatureOf(build(Variant::kTruncatedBase64)).v1.at(0).size(), 63u);
    EXPECT_EQ(build(Variant::kHeaderOnly).body, "");
    EXPECT_TRUE(ParseJson(build(Variant::kTampered).body).has_value());
    EXPECT_EQ(build(Variant::kOtherBody).body, build(Variant::kGenuine).body);
    EXPECT_EQ(HeaderOf(build(Variant::kOtherChannel), "Stripe-Signature"), "");
    for (const Variant variant :
         {Variant::kWrongKey, Variant::kEmptyKey, Variant::kTampered, Variant::kOtherBody,
          Variant::kHeaderOnly, Variant::kTruncatedBase64}) {
      EXPECT_FALSE(Verifies(build(variant))) << ToString(variant);
    }
  }
}

// Proves that no change by hand makes a variant genuine, whichever field it takes.
TEST(Stripe, VariantsStayWrongUnderChanges) {
  Notification n = SomePayment(Pay());
  for (const Shape shape : {Shape::kPlain, Shape::kIndented}) {
    n.shape = shape;
    n.overrides = {{"id", "x"}};
    const HttpRequest tampered = BuildSome(Pay(), n, Variant::kTampered);
    EXPECT_TRUE(ParseJson(tampered.body).has_value());
    EXPECT_EQ(tampered.body.size(), BuildSome(Pay(), n).body.size());
    EXPECT_FALSE(Verifies(tampered));
    for (const char* time : {"1767225599", "1767225600", "1767225601"}) {
      n.overrides = {{"created", time}, {"data.object.created", time}};
      EXPECT_TRUE(Verifies(BuildSome(Pay(), n)));
      EXPECT_FALSE(Verifies(BuildSome(Pay(), n, Variant::kOtherBody))) << time;
    }
  }
}

// Proves what is never sent: metadata over the published length, and a payee's second name, which
// would not be there to be refused.
TEST(Stripe, RefusesWhatIsNeverSent) {
  Notification n = SomeRefund(Pay(), EventKind::kRefundSuccess);
  n.order_no = std::string(500, '1');
  n.out_refund_no = n.order_no;
  EXPECT_EQ(Pay().Refuses(n), "");
  n.out_refund_no += "1";
  EXPECT_EQ(Pay().Refuses(n), "stripe takes metadata of at most 500 characters");
  n = SomePayment(Pay());
  n.order_no = std::string(501, '1');
  EXPECT_EQ(Pay().Refuses(n), "stripe takes metadata of at most 500 characters");
  n = SomePayment(Pay());
  n.mchid = "acct_1";
  EXPECT_EQ(Pay().Refuses(n), "");
  EXPECT_EQ((*ParseJson(BuildSome(Pay(), n).body))["account"], "acct_1");
  n.appid = "somebody";
  EXPECT_EQ(Pay().Refuses(n), "stripe names an account and no appid");
}

// Proves how stripe takes an answer: any 2xx, whatever the body.
TEST(Stripe, JudgesByAny2xx) {
  const auto yes = Acknowledgement::kAcknowledged;
  const auto no = Acknowledgement::kRefused;
  ExpectJudged(Pay(), {{200, "", yes},
                       {200, R"({"received":true})", yes},
                       {200, R"({"error":"no"})", yes},
                       {200, "\xef\xbb\xbf", yes},
                       {200, "success\n", yes},
                       {201, "", yes},
                       {202, "", yes},
                       {204, "", yes},
                       {299, "", yes},
                       {300, "", no},
                       {301, "", no},
                       {302, "", no},
                       {304, "", no},
                       {400, "", no},
                       {401, "", no},
                       {410, "", no},
                       {429, "", no},
                       {500, "", no},
                       {503, "", no}});
}

}  // namespace
}  // namespace paystorm::mockgw
