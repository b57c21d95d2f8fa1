#include "layer/channel_gates.h"

#include <gtest/gtest.h>

#include "crypto/digest.h"
#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

using std::chrono::system_clock;
using test::SharedSigner;

HttpRequest Request(std::vector<std::pair<std::string, std::string>> headers, std::string body) {
  HttpRequest request;
  request.method = "POST";
  request.target = "/notify/any";
  request.headers = std::move(headers);
  request.body = std::move(body);
  return request;
}

std::string Now(int64_t shift_s = 0) {
  return std::to_string(system_clock::to_time_t(system_clock::now()) + shift_s);
}

std::string Percent(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += "%" + UpperHex(std::string_view(&c, 1));
  }
  return out;
}

std::string AlipayForm(std::string_view content, const std::string& more) {
  return more + "&sign_type=RSA2&sign=" + Percent(SharedSigner().Sign(content));
}

std::string CheckAlipay(std::string body) {
  std::string error;
  const AlipayGate gate(PublicKey::FromPem(SharedSigner().PublicPem(), &error));
  return gate.Check(Request({}, std::move(body)), system_clock::now());
}

// Fields are signed decoded, by name; empty ones, sign and sign_type take no part.
TEST(AlipayGate, SortsDecodesAndLeavesOut) {
  EXPECT_EQ(CheckAlipay(AlipayForm("a=1 + 1&b=\xD6\xD0&c=x", "c=x&b=%D6%D0&a=1+%2B+1&d=")), "");
  EXPECT_EQ(CheckAlipay(AlipayForm("a=1&b=2", "a=1&b=3")), "the signature does not fit");
  EXPECT_EQ(CheckAlipay(AlipayForm("a=1&b=2", "a=1")), "the signature does not fit");
  EXPECT_EQ(CheckAlipay("a=1&sign_type=RSA2"), "sign is no base64");
  EXPECT_EQ(CheckAlipay("a=1&sign_type=RSA&sign=QUJD"), "sign_type is not RSA2");
  EXPECT_EQ(CheckAlipay("a=1&sign=QUJD"), "sign_type is not RSA2");
  EXPECT_EQ(CheckAlipay(""), "sign_type is not RSA2");
  EXPECT_EQ(CheckAlipay(AlipayForm("a=1", "a=1&a=1")), "a field stands there twice");
  EXPECT_EQ(CheckAlipay("{\"json\":true}"), "the body is no form");
}

std::string StripeHeader(const std::string& time, const std::string& body,
                         std::string_view secret) {
  return "t=" + time + ",v1=" + LowerHex(HmacSha256(secret, time + "." + body));
}

std::string CheckStripe(const std::string& header, const std::string& body) {
  const StripeGate gate({"whsec_new", "whsec_old"});
  return gate.Check(Request({{"Stripe-Signature", header}}, body), system_clock::now());
}

// Any active secret and any v1 part will do; other schemes do not count.
TEST(StripeGate, TakesAnyActiveSecret) {
  const std::string body = R"({"id":"evt_1"})";
  EXPECT_EQ(CheckStripe(StripeHeader(Now(), body, "whsec_new"), body), "");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(), body, "whsec_old"), body), "");
  const std::string time = Now();
  EXPECT_EQ(CheckStripe("t=" + time + ",v1=00,v1=" +
                            LowerHex(HmacSha256("whsec_old", time + "." + body)) + ",v0=11",
                        body),
            "");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(), body, "whsec_other"), body),
            "the signature does not fit");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(), body, ""), body), "the signature does not fit");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(), body, "whsec_new"), body + " "),
            "the signature does not fit");
  EXPECT_EQ(CheckStripe("t=" + time + ",v0=" + LowerHex(HmacSha256("whsec_new", time + "." + body)),
                        body),
            "the signature does not fit");
}

// The time is part of the header and has to be near, in both directions.
TEST(StripeGate, ToleratesThreeHundredSeconds) {
  EXPECT_EQ(CheckStripe(StripeHeader(Now(-299), "b", "whsec_new"), "b"), "");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(-302), "b", "whsec_new"), "b"),
            "the timestamp is too old");
  EXPECT_EQ(CheckStripe(StripeHeader(Now(302), "b", "whsec_new"), "b"),
            "the timestamp lies in the future");
  EXPECT_EQ(CheckStripe("v1=00", "b"), "malformed timestamp");
  EXPECT_EQ(CheckStripe("t=1,t=2,v1=00", "b"), "malformed Stripe-Signature");
  EXPECT_EQ(StripeGate({"whsec_new"}).Check(Request({}, "b"), system_clock::now()),
            "missing header Stripe-Signature");
  EXPECT_EQ(StripeGate({"whsec_new"})
                .Check(Request({{"Stripe-Signature", "a"}, {"stripe-signature", "b"}}, "b"),
                       system_clock::now()),
            "repeated header Stripe-Signature");
}

// Symmetric signatures by any active key; a wrong one before it does no harm; versions are not
// taken for one another.
TEST(WebhookGate, TakesAnyActiveKey) {
  const WebhookGate gate({"key one", "key two"}, "");
  const std::string time = Now();
  const auto check = [&](const std::string& signatures, const std::string& at) {
    return gate.Check(
        Request(
            {{"webhook-id", "msg_1"}, {"Webhook-Timestamp", at}, {"webhook-signature", signatures}},
            "body"),
        system_clock::now());
  };
  const auto sign = [](std::string_view key, const std::string& at) {
    return test::EncodeBase64(HmacSha256(key, "msg_1." + at + ".body"));
  };
  EXPECT_EQ(check("v1," + sign("key one", time), time), "");
  EXPECT_EQ(check("v1,AAAA junk v1," + sign("key two", time), time), "");
  EXPECT_EQ(check("v1," + sign("key three", time), time), "the signature does not fit");
  EXPECT_EQ(check("v1a," + sign("key one", time), time), "the signature does not fit");
  EXPECT_EQ(check("", time), "the signature does not fit");
  EXPECT_EQ(check("v1," + sign("key one", Now(-302)), Now(-302)), "the timestamp is too old");
  EXPECT_EQ(check("v1," + sign("key one", Now(302)), Now(302)), "the timestamp lies in the future");
  EXPECT_EQ(gate.Check(Request({{"webhook-id", "1"}}, "body"), system_clock::now()),
            "missing header webhook-timestamp");
}

// The public half of RFC 8032's first test does not verify what it did not sign.
TEST(WebhookGate, AsymmetricNeedsItsKey) {
  const std::string time = Now();
  const WebhookGate gate({"key"}, std::string(32, '\x01'));
  EXPECT_EQ(
      gate.Check(Request({{"webhook-id", "msg_1"},
                          {"webhook-timestamp", time},
                          {"webhook-signature", "v1a," + test::EncodeBase64(std::string(64, 'x'))}},
                         "body"),
                 system_clock::now()),
      "the signature does not fit");
}

constexpr char kV2Key[] = "192006250b4c09247ec02edce69f6a2d";

std::string CheckV2(const std::string& fields) {
  return WxpayV2Gate(kV2Key).Check(Request({}, "<xml>" + fields + "</xml>"), system_clock::now());
}

// The vendor's own example in both ways (pay.weixin.qq.com/wiki/doc/api, signing), the type given
// or told by the length.
TEST(WxpayV2Gate, VendorsExample) {
  const std::string fields =
      "<appid>wxd930ea5d5a258f4f</appid><mch_id>10000100</mch_id><device_info>1000</device_info>"
      "<body>test</body><nonce_str>ibuaiVcKdpRxkhJA</nonce_str>";
  const std::string md5 = "<sign>9A0A8659F005D6984697E2CA0A9CF3B7</sign>";
  const std::string hmac =
      "<sign>6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6</sign>";
  EXPECT_EQ(CheckV2(fields + md5), "");
  EXPECT_EQ(CheckV2(fields + hmac), "");
  EXPECT_EQ(CheckV2(md5 + fields + "<empty></empty>"), "");
  EXPECT_EQ(CheckV2(fields), "the signature does not fit");
  EXPECT_EQ(CheckV2(fields + "<more>1</more>" + md5), "the signature does not fit");
  EXPECT_EQ(CheckV2(fields + "<sign>9a0a8659f005d6984697e2ca0a9cf3b7</sign>"),
            "the signature does not fit");
  EXPECT_EQ(CheckV2(fields + "<sign_type>SM3</sign_type>" + md5), "unsupported sign_type");
  EXPECT_EQ(CheckV2("<appid>1"), "no flat XML document <xml>");
  // Encrypted instead; whether it decrypts is seen afterwards.
  EXPECT_EQ(CheckV2("<req_info>x</req_info>"), "");
}

}  // namespace
}  // namespace paystorm_reference
