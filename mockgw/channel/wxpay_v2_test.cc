#include "mockgw/channel/wxpay_v2.h"

#include <gtest/gtest.h>

#include "mockgw/channel/channel_for_test.h"
#include "mockgw/crypto/aes_ecb.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/digest.h"

namespace paystorm::mockgw {
namespace {

const Channel& V2() { return *FindChannel("wxpay_v2"); }

// All elements of a flat document whose texts may be cut into several CDATA sections. Written for
// the tests alone, so that the channel is not judged by its own reading.
V2Fields FieldsOf(std::string_view xml, const std::string& root) {
  EXPECT_TRUE(xml.starts_with("<" + root + ">") && xml.ends_with("</" + root + ">")) << xml;
  xml = xml.substr(root.size() + 2, xml.size() - 2 * root.size() - 5);
  V2Fields fields;
  while (!xml.empty()) {
    const std::string name(xml.substr(1, xml.find('>') - 1));
    xml.remove_prefix(name.size() + 2);
    std::string value;
    while (!xml.starts_with("</")) {
      if (xml.starts_with("<![CDATA[")) {
        const size_t end = xml.find("]]>");
        value += xml.substr(9, end - 9);
        xml.remove_prefix(end + 3);
      } else {
        value += xml.front();
        xml.remove_prefix(1);
      }
    }
    xml.remove_prefix(name.size() + 3);
    fields.emplace_back(name, value);
  }
  return fields;
}

std::string Value(const V2Fields& fields, std::string_view name) {
  for (const auto& [one, value] : fields) {
    if (one == name) return value;
  }
  return {};
}

bool Verifies(const HttpRequest& request, const Secret& key = SharedKeys().api_v2_key) {
  const V2Fields fields = FieldsOf(request.body, "xml");
  const std::string sign = Value(fields, "sign");
  return sign == SignV2(fields, key, sign.size() == 64 ? V2Sign::kHmacSha256 : V2Sign::kMd5);
}

// Proves the signature by the vendor's own example, in both ways (pay.weixin.qq.com/wiki/doc/api,
// signing chapter).
TEST(WxpayV2, SignsTheVendorsExample) {
  const V2Fields fields = {{"device_info", "1000"},
                           {"nonce_str", "ibuaiVcKdpRxkhJA"},
                           {"appid", "wxd930ea5d5a258f4f"},
                           {"sign", "not part of it"},
                           {"empty", ""},
                           {"mch_id", "10000100"},
                           {"body", "test"}};
  const Secret key("192006250b4c09247ec02edce69f6a2d");
  EXPECT_EQ(SignV2(fields, key, V2Sign::kMd5), "9A0A8659F005D6984697E2CA0A9CF3B7");
  EXPECT_EQ(SignV2(fields, key, V2Sign::kHmacSha256),
            "6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6");
}

// Proves what a merchant reads, and that the body is the same for every attempt.
TEST(WxpayV2, PaymentNamesOrderAmountAndPayee) {
  const HttpRequest request = BuildSome(V2(), SomePayment(V2()));
  EXPECT_EQ(HeaderOf(request, "Content-Type"), "text/xml");
  const V2Fields fields = FieldsOf(request.body, "xml");
  EXPECT_EQ(Value(fields, "out_trade_no"), "T1");
  EXPECT_EQ(Value(fields, "total_fee"), "9900");
  EXPECT_EQ(Value(fields, "mch_id"), SharedKeys().mchid);
  EXPECT_EQ(Value(fields, "transaction_id"), SomePayment(V2()).trade_no);
  EXPECT_EQ(Value(fields, "time_end"), "20260101080000");
  EXPECT_NE(request.body.find("<total_fee>9900</total_fee>"), std::string::npos);
  EXPECT_NE(request.body.find("<return_code><![CDATA[SUCCESS]]></return_code>"), std::string::npos);
  EXPECT_TRUE(Verifies(request));
  const auto later = BuildSome(V2(), SomePayment(V2()), Variant::kGenuine, SharedKeys(), 2,
                               std::chrono::seconds(90));
  EXPECT_EQ(later.body, request.body);
  EXPECT_EQ(SomePayment(V2()).notify_id, SomePayment(V2()).trade_no);
}

// Proves both ways of signing, each with and without its name in the message.
TEST(WxpayV2, SignTypeMayBeMissing) {
  for (const V2Sign sign : {V2Sign::kMd5, V2Sign::kHmacSha256}) {
    for (const bool sent : {true, false}) {
      ChannelKeys keys = SharedKeys();
      keys.v2_sign = sign;
      keys.v2_sign_type_sent = sent;
      const HttpRequest request = BuildSome(V2(), SomePayment(V2()), Variant::kGenuine, keys);
      const V2Fields fields = FieldsOf(request.body, "xml");
      EXPECT_TRUE(Verifies(request));
      EXPECT_EQ(Value(fields, "sign").size(), sign == V2Sign::kMd5 ? 32u : 64u);
      EXPECT_EQ(Value(fields, "sign_type").empty(), !sent);
    }
  }
}

// Proves that refunds are encrypted under the hexadecimal text of the key's MD5, with v2's words.
TEST(WxpayV2, RefundsAreEncrypted) {
  const std::pair<EventKind, const char*> kinds[] = {{EventKind::kRefundSuccess, "SUCCESS"},
                                                     {EventKind::kRefundAbnormal, "CHANGE"},
                                                     {EventKind::kRefundClosed, "REFUNDCLOSE"}};
  const Secret key(crypto::LowerHex(crypto::Md5(SharedKeys().api_v2_key.Reveal())));
  for (const auto& [kind, status] : kinds) {
    const Notification n = SomeRefund(V2(), kind);
    const V2Fields fields = FieldsOf(BuildSome(V2(), n).body, "xml");
    EXPECT_EQ(Value(fields, "sign"), "");
    // Encrypting what is expected again shows that nothing else is in there.
    const V2Fields plain =
        FieldsOf(*crypto::Base64Decode(Value(
                     FieldsOf(BuildSome(V2(), n, Variant::kUnsigned).body, "xml"), "req_info")),
                 "root");
    EXPECT_EQ(Value(plain, "refund_status"), status);
    EXPECT_EQ(Value(plain, "refund_fee"), "300");
    EXPECT_EQ(Value(plain, "total_fee"), "9900");
    const auto open = *crypto::Base64Decode(
        Value(FieldsOf(BuildSome(V2(), n, Variant::kUnsigned).body, "xml"), "req_info"));
    EXPECT_EQ(Value(fields, "req_info"), crypto::Base64Encode(crypto::AesEcbEncrypt(key, open)));
    EXPECT_EQ(n.notify_id, n.refund_id + ":" + status);
  }
}

// Proves that every shape survives the XML: what is read again is what was signed.
TEST(WxpayV2, ShapesSurviveTheXml) {
  for (const Shape shape : V2().shapes()) {
    Notification n = SomePayment(V2());
    n.shape = shape;
    const HttpRequest request = BuildSome(V2(), n);
    EXPECT_TRUE(Verifies(request)) << ToString(shape);
    const V2Fields fields = FieldsOf(request.body, "xml");
    EXPECT_EQ(Value(fields, "total_fee"), "9900");
    if (shape == Shape::kCoupons) {
      EXPECT_EQ(Value(fields, "cash_fee"), "8910");
      EXPECT_EQ(Value(fields, "coupon_count"), "2");
    }
    if (shape == Shape::kQuotes) {
      EXPECT_NE(Value(fields, "attach").find("]]>"), std::string::npos);
    }
    if (shape == Shape::kMaximalText) {
      EXPECT_EQ(Value(fields, "attach").size(), 127u);
    }
  }
}

// Proves that each variant of a payment fails for its own reason.
TEST(WxpayV2, VariantsOfAPayment) {
  const Notification n = SomePayment(V2());
  const HttpRequest genuine = BuildSome(V2(), n);
  const auto build = [&](Variant variant) { return BuildSome(V2(), n, variant); };
  EXPECT_EQ(build(Variant::kUnsigned).body.find("<sign>"), std::string::npos);
  EXPECT_TRUE(Verifies(build(Variant::kEmptyKey), Secret()));
  EXPECT_TRUE(Verifies(build(Variant::kWrongKey), SharedKeys().stranger_secret));
  EXPECT_EQ(FieldsOf(build(Variant::kHeaderOnly).body, "xml").size(), 1u);
  for (const Variant variant : V2().variants(n.kind)) {
    if (variant == Variant::kGenuine || variant == Variant::kOtherChannel) continue;
    EXPECT_FALSE(Verifies(build(variant))) << ToString(variant);
    EXPECT_NE(build(variant).body, genuine.body) << ToString(variant);
  }
  EXPECT_NE(HeaderOf(build(Variant::kOtherChannel), "Content-Type"), "text/xml");
}

// Proves that another body's signature stays another's, also when changes by hand make this body
// the one that would be signed.
TEST(WxpayV2, OtherBodyStaysAnotherUnderChanges) {
  Notification n = SomePayment(V2());
  n.overrides = {{"total_fee", "9901"}, {"cash_fee", "9901"}};
  EXPECT_TRUE(Verifies(BuildSome(V2(), n)));
  EXPECT_FALSE(Verifies(BuildSome(V2(), n, Variant::kOtherBody)));
}

// Proves that the variants of a refund are about its encryption.
TEST(WxpayV2, VariantsOfARefund) {
  const Notification n = SomeRefund(V2(), EventKind::kRefundSuccess);
  const auto info = [&](Variant variant) {
    return Value(FieldsOf(BuildSome(V2(), n, variant).body, "xml"), "req_info");
  };
  const std::string genuine = info(Variant::kGenuine);
  EXPECT_EQ(info(Variant::kHeaderOnly), "");
  EXPECT_EQ(info(Variant::kTruncatedBase64), genuine.substr(0, genuine.find_last_not_of('=')));
  EXPECT_EQ(info(Variant::kTampered).size(), genuine.size());
  for (const Variant variant :
       {Variant::kUnsigned, Variant::kWrongKey, Variant::kEmptyKey, Variant::kTampered}) {
    EXPECT_NE(info(variant), genuine) << ToString(variant);
  }
}

// Proves how v2 takes an answer: the XML of a success at status 200 and nothing else.
TEST(WxpayV2, JudgesTheXml) {
  const auto yes = Acknowledgement::kAcknowledged;
  const auto no = Acknowledgement::kRefused;
  const std::string right =
      "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
      "<return_msg><![CDATA[OK]]></return_msg></xml>";
  ExpectJudged(V2(), {{200, right, yes},
                      {200, "<xml><return_code>SUCCESS</return_code></xml>", yes},
                      {200, "<?xml version=\"1.0\"?>\n" + right, yes},
                      {200, "", no},
                      {200, "success", no},
                      {200, "SUCCESS", no},
                      {200, "ok", no},
                      {200, R"({"code":"SUCCESS","message":"OK"})", no},
                      {200, "<html><body>SUCCESS</body></html>", no},
                      {200, "\xef\xbb\xbf" + right, no},
                      {200, right + "\n", no},
                      {200, " " + right, no},
                      {200, "<xml><return_code><![CDATA[FAIL]]></return_code></xml>", no},
                      {200, "<xml><return_msg>SUCCESS</return_msg></xml>", no},
                      {200, right.substr(0, right.size() - 1), no},
                      {200, "<?xml version=\"1.0\"", no},
                      {201, right, no},
                      {204, "", no},
                      {302, right, no},
                      {400, right, no},
                      {500, right, no}});
  EXPECT_EQ(V2().response_limit(), std::chrono::seconds(5));
}

}  // namespace
}  // namespace paystorm::mockgw
