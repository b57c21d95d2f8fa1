#include "mockgw/channel/alipay.h"

#include <gtest/gtest.h>

#include <map>

#include "mockgw/base/json.h"
#include "mockgw/channel/channel_for_test.h"
#include "mockgw/channel/texts.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

const Channel& Pay() { return *FindChannel("alipay"); }

int Nibble(char c) { return c <= '9' ? c - '0' : c - 'A' + 10; }

// Written for the tests alone, so that the channel is not judged by its own reading.
AlipayFields Decoded(const std::string& form) {
  AlipayFields fields = {{"", ""}};
  std::string* into = &fields.back().first;
  for (size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '&') {
      fields.emplace_back();
      into = &fields.back().first;
    } else if (form[i] == '=') {
      EXPECT_EQ(into, &fields.back().first) << "a bare = in a value";
      into = &fields.back().second;
    } else if (form[i] == '%') {
      *into += static_cast<char>(Nibble(form[i + 1]) * 16 + Nibble(form[i + 2]));
      i += 2;
    } else {
      *into += form[i] == '+' ? ' ' : form[i];
    }
  }
  return fields;
}

std::string Value(const AlipayFields& fields, std::string_view name) {
  for (const auto& [one, value] : fields) {
    if (one == name) return value;
  }
  return {};
}

bool Verifies(const HttpRequest& request,
              const crypto::RsaPrivateKey& key = *SharedKeys().alipay_key) {
  const AlipayFields fields = Decoded(request.body);
  const auto sign = crypto::Base64Decode(Value(fields, "sign"));
  return sign &&
         crypto::RsaPublicKey::FromPem(key.PublicPem())->Verify(AlipaySignedContent(fields), *sign);
}

// Proves the signed content by a notice of a real trade, which is the vector of
// alipay-sdk-nodejs-all, test/alipay.test.ts (verify sign should delete sign_type).
TEST(Alipay, SignedContentFitsARealNotice) {
  const AlipayFields fields = {
      {"gmt_create", "2019-08-15 15:56:22"},
      {"charset", "utf-8"},
      {"seller_email", "z97-yuquerevenue@service.aliyun.com"},
      {"subject", "语雀空间 500人规模"},
      {"sign", "left out"},
      {"buyer_id", "2088102534368455"},
      {"invoice_amount", "0.10"},
      {"notify_id", "2019081500222155624068450559358070"},
      {"fund_bill_list", R"([{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}])"},
      {"notify_type", "trade_status_sync"},
      {"trade_status", "TRADE_SUCCESS"},
      {"receipt_amount", "0.10"},
      {"buyer_pay_amount", "0.10"},
      {"sign_type", "RSA2"},
      {"app_id", "2019073166072302"},
      {"seller_id", "2088531891668739"},
      {"gmt_payment", "2019-08-15 15:56:24"},
      {"notify_time", "2019-08-15 15:56:25"},
      {"version", "1.0"},
      {"out_trade_no", "20190815155618536-564-57"},
      {"total_amount", "0.10"},
      {"trade_no", "2019081522001468450512505578"},
      {"auth_app_id", "2019073166072302"},
      {"buyer_logon_id", "xud***@126.com"},
      {"point_amount", "0.00"},
  };
  const auto key = crypto::RsaPublicKey::FromPem(
      "-----BEGIN PUBLIC KEY-----\n"
      "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv\n"
      "3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7Yp\n"
      "vI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcO\n"
      "rxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5r\n"
      "DU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV\n"
      "5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5\n"
      "JwIDAQAB\n"
      "-----END PUBLIC KEY-----\n");
  ASSERT_TRUE(key.has_value());
  const std::string sign = *crypto::Base64Decode(
      "QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/"
      "nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/"
      "wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/"
      "U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/"
      "XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+"
      "VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==");
  EXPECT_TRUE(key->Verify(AlipaySignedContent(fields), sign));
}

// Proves what a merchant reads: yuan with two decimals, the seller, the app and the ids' shapes.
TEST(Alipay, PaymentNamesOrderAmountAndSeller) {
  const Notification n = SomePayment(Pay());
  const HttpRequest request = BuildSome(Pay(), n);
  const AlipayFields fields = Decoded(request.body);
  EXPECT_EQ(HeaderOf(request, "Content-Type"), "application/x-www-form-urlencoded; charset=utf-8");
  EXPECT_EQ(Value(fields, "charset"), "utf-8");
  EXPECT_EQ(Value(fields, "out_trade_no"), "T1");
  EXPECT_EQ(Value(fields, "total_amount"), "99.00");
  EXPECT_EQ(Value(fields, "seller_id"), SharedKeys().alipay_seller_id);
  EXPECT_EQ(Value(fields, "app_id"), SharedKeys().alipay_app_id);
  EXPECT_EQ(Value(fields, "trade_status"), "TRADE_SUCCESS");
  EXPECT_EQ(Value(fields, "refund_fee"), "");
  EXPECT_EQ(Value(fields, "notify_time"), "2026-01-01 08:00:00");
  EXPECT_EQ(n.notify_id.substr(0, 19), "2026010100222080000");
  EXPECT_EQ(n.notify_id.size(), 34u);
  EXPECT_EQ(n.trade_no.size(), 28u);
  EXPECT_TRUE(Verifies(request));
  EXPECT_TRUE(ParseJson(Value(fields, "fund_bill_list")).has_value());
  for (const auto& [amount, yuan] : std::map<int64_t, std::string>{
           {1, "0.01"}, {10, "0.10"}, {1999, "19.99"}, {2147483648, "21474836.48"}}) {
    Notification other = n;
    other.amount_minor = amount;
    EXPECT_EQ(Value(Decoded(BuildSome(Pay(), other).body), "total_amount"), yuan);
  }
}

// Proves that notify_id stays over the attempts while time and signature are new.
TEST(Alipay, AttemptsShareTheNotifyIdOnly) {
  const Notification n = SomePayment(Pay());
  const HttpRequest later =
      BuildSome(Pay(), n, Variant::kGenuine, SharedKeys(), 2, std::chrono::seconds(240));
  const AlipayFields first = Decoded(BuildSome(Pay(), n).body);
  const AlipayFields second = Decoded(later.body);
  EXPECT_TRUE(Verifies(later));
  EXPECT_EQ(Value(first, "notify_id"), Value(second, "notify_id"));
  EXPECT_EQ(Value(second, "notify_time"), "2026-01-01 08:04:00");
  EXPECT_EQ(Value(first, "gmt_payment"), Value(second, "gmt_payment"));
  EXPECT_NE(Value(first, "sign"), Value(second, "sign"));
}

// Proves how one trade goes on: partial refunds are a success with the running total, the last one
// closes the trade, and a finished one was paid.
TEST(Alipay, OneTradeGoesOn) {
  Notification n = SomeRefund(Pay(), EventKind::kRefundSuccess);
  n.refunded_total_minor = 500;
  AlipayFields fields = Decoded(BuildSome(Pay(), n).body);
  EXPECT_EQ(Value(fields, "trade_status"), "TRADE_SUCCESS");
  EXPECT_EQ(Value(fields, "refund_fee"), "5.00");
  EXPECT_EQ(Value(fields, "out_biz_no"), "R1");
  EXPECT_NE(Value(fields, "gmt_refund"), "");
  n.refunded_total_minor = 9900;
  fields = Decoded(BuildSome(Pay(), n).body);
  EXPECT_EQ(Value(fields, "trade_status"), "TRADE_CLOSED");
  EXPECT_EQ(Value(fields, "refund_fee"), "99.00");
  n = SomePayment(Pay());
  n.kind = EventKind::kTradeFinished;
  fields = Decoded(BuildSome(Pay(), n).body);
  EXPECT_EQ(Value(fields, "trade_status"), "TRADE_FINISHED");
  EXPECT_EQ(Value(fields, "refund_fee"), "");
}

// Proves every shape: signed as its bytes stand, and none of the values on which SDKs disagree
// (empty, beginning with @, with a blank around it).
TEST(Alipay, ShapesSurviveTheForm) {
  for (const Shape shape : Pay().shapes()) {
    Notification n = SomePayment(Pay());
    n.shape = shape;
    const HttpRequest request = BuildSome(Pay(), n);
    EXPECT_TRUE(Verifies(request)) << ToString(shape);
    for (const auto& [name, value] : Decoded(request.body)) {
      ASSERT_FALSE(value.empty()) << name;
      EXPECT_TRUE(value.front() != '@' && value.front() != ' ' && value.back() != ' ') << name;
    }
    const AlipayFields fields = Decoded(request.body);
    EXPECT_EQ(Value(fields, "total_amount"), "99.00");
    if (shape == Shape::kSymbols) {
      EXPECT_NE(request.body.find("1%2B1%3D2+%26"), std::string::npos) << request.body;
    }
    if (shape == Shape::kGbk) {
      EXPECT_EQ(Value(fields, "charset"), "GBK");
      EXPECT_EQ(Value(fields, "subject").substr(0, 4), "\xD6\xD0\xCE\xC4");
    }
    if (shape == Shape::kCoupons) {
      EXPECT_EQ(Value(fields, "buyer_pay_amount"), "89.10");
      EXPECT_EQ(Value(fields, "receipt_amount"), "89.10");
      EXPECT_TRUE(ParseJson(Value(fields, "voucher_detail_list")).has_value());
    }
    if (shape == Shape::kUnknownFields) {
      EXPECT_EQ(Value(fields, "refund_fee"), "0.00");
    }
  }
}

// Proves that each variant fails for its own reason.
TEST(Alipay, VariantsAreWrongInOnePlace) {
  const Notification n = SomePayment(Pay());
  const auto build = [&](Variant variant) { return BuildSome(Pay(), n, variant); };
  const AlipayFields unsigned_fields = Decoded(build(Variant::kUnsigned).body);
  EXPECT_EQ(Value(unsigned_fields, "sign"), "");
  EXPECT_EQ(Value(unsigned_fields, "sign_type"), "");
  EXPECT_EQ(Value(unsigned_fields, "out_trade_no"), "T1");
  EXPECT_TRUE(Verifies(build(Variant::kWrongKey), *SharedKeys().stranger_key));
  EXPECT_EQ(Decoded(build(Variant::kHeaderOnly).body).size(), 2u);
  EXPECT_EQ(Value(Decoded(build(Variant::kTruncatedBase64).body), "sign").size(), 341u);
  EXPECT_EQ(HeaderOf(build(Variant::kOtherChannel), "Content-Type"), "application/json");
  for (const Variant variant : Pay().variants(n.kind)) {
    if (variant == Variant::kGenuine || variant == Variant::kOtherChannel) continue;
    EXPECT_FALSE(Verifies(build(variant))) << ToString(variant);
  }
}

// Proves that no change by hand makes a variant genuine, whichever field it takes.
TEST(Alipay, VariantsStayWrongUnderChanges) {
  Notification n = SomePayment(Pay());
  for (const char* date : {"", "3026-01-01 08:00:00", "2026-01-01 08:00:00"}) {
    n.overrides = {{"gmt_create", date}};
    EXPECT_TRUE(Verifies(BuildSome(Pay(), n))) << date;
    EXPECT_FALSE(Verifies(BuildSome(Pay(), n, Variant::kTampered))) << date;
  }
  n.overrides.clear();
  for (const char* name :
       {"total_amount", "receipt_amount", "invoice_amount", "buyer_pay_amount"}) {
    n.overrides.push_back({name, "99.01"});
  }
  for (const char* bill : {R"([{"amount":"99.00","fundChannel":"ALIPAYACCOUNT"}])",
                           R"([{"amount":"99.01","fundChannel":"ALIPAYACCOUNT"}])"}) {
    n.overrides.push_back({"fund_bill_list", bill});
    EXPECT_FALSE(Verifies(BuildSome(Pay(), n, Variant::kOtherBody))) << bill;
  }
}

// Proves what alipay is never made to send.
TEST(Alipay, RefusesWhatIsNeverSent) {
  Notification n = SomePayment(Pay());
  EXPECT_EQ(Pay().Refuses(n), "");
  n.currency = "USD";
  EXPECT_EQ(Pay().Refuses(n), "alipay pays in CNY only");
  n = SomePayment(Pay());
  n.order_no = std::string(65, '1');
  EXPECT_NE(Pay().Refuses(n).find("64 characters"), std::string::npos);
  n = SomePayment(Pay());
  n.form = OrderForm::kCombined;
  EXPECT_EQ(Pay().Refuses(n), "alipay has no combined orders");
  EXPECT_NE(Pay().Refuses(SomeRefund(Pay(), EventKind::kRefundClosed)), "");
  for (const char* odd : {"", "@x", " x", "x "}) {
    n = SomePayment(Pay());
    n.order_no = odd;
    EXPECT_NE(Pay().Refuses(n).find("begins with @"), std::string::npos) << odd;
    n = SomeRefund(Pay(), EventKind::kRefundSuccess);
    n.out_refund_no = odd;
    EXPECT_NE(Pay().Refuses(n).find("begins with @"), std::string::npos) << odd;
    n = SomePayment(Pay());
    n.mchid = odd;
    EXPECT_EQ(Pay().Refuses(n).empty(), n.mchid.empty()) << odd;
  }
}

// Proves how alipay takes an answer: seven bytes and nothing else.
TEST(Alipay, JudgesSevenBytes) {
  const auto yes = Acknowledgement::kAcknowledged;
  const auto no = Acknowledgement::kRefused;
  ExpectJudged(Pay(), {{200, "success", yes},
                       {200, "", no},
                       {200, "SUCCESS", no},
                       {200, "Success", no},
                       {200, "\"success\"", no},
                       {200, "success\n", no},
                       {200, "success\r\n", no},
                       {200, " success", no},
                       {200, "\xef\xbb\xbfsuccess", no},
                       {200, "fail", no},
                       {200, "<html>success</html>", no},
                       {200, R"({"code":"SUCCESS"})", no},
                       {201, "success", no},
                       {204, "", no},
                       {302, "success", no},
                       {404, "success", no},
                       {500, "success", no}});
}

}  // namespace
}  // namespace paystorm::mockgw
