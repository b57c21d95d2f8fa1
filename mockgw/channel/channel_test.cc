#include "mockgw/channel/channel.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "mockgw/base/fake_clock.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/channel_for_test.h"
#include "mockgw/channel/keys.h"
#include "mockgw/channel/override.h"
#include "mockgw/crypto/aes_gcm.h"
#include "mockgw/crypto/base64.h"

namespace paystorm::mockgw {
namespace {

std::string Header(const HttpRequest& request, const std::string& name) {
  for (const auto& [key, value] : request.headers) {
    if (key == name) return value;
  }
  return {};
}

class WxpayTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    char pattern[] = "/tmp/paystorm-keys-XXXXXX";
    folder_ = new std::string(mkdtemp(pattern));
    keys_ = new ChannelKeys(*MakeKeys(*folder_));
  }
  static void TearDownTestSuite() {
    std::filesystem::remove_all(*folder_);
    delete keys_;
    delete folder_;
  }

  static Notification Payment() {
    Notification n;
    n.notify_id = "7b2b145f-9cda-5573-8be2-d2d9eaaffa25";
    n.order_no = "T1";
    n.trade_no = "4200000000000000000000000001";
    n.amount_minor = 9900;
    n.created_at = FakeClock().Now();
    return n;
  }
  static Notification Refund(EventKind kind) {
    Notification n = Payment();
    n.kind = kind;
    n.out_refund_no = "R1";
    n.refund_id = "50000000000000000000000000001";
    n.refund_minor = 300;
    return n;
  }
  HttpRequest Build(const Notification& n, Variant variant = Variant::kGenuine,
                    uint64_t attempt = 1) const {
    return channel_.Build(n, variant, *keys_, "http://127.0.0.1:1/x", 7, now_,
                          Random(7, "attempt", n.notify_id, attempt));
  }
  bool Verifies(const HttpRequest& request, const crypto::RsaPrivateKey& key) const {
    const auto signature = crypto::Base64Decode(Header(request, "Wechatpay-Signature"));
    if (!signature) return false;
    const std::string message = Header(request, "Wechatpay-Timestamp") + "\n" +
                                Header(request, "Wechatpay-Nonce") + "\n" + request.body + "\n";
    return crypto::RsaPublicKey::FromPem(key.PublicPem())->Verify(message, *signature);
  }
  Json Plain(const HttpRequest& request) const {
    const Json resource = (*ParseJson(request.body))["resource"];
    const auto sealed = crypto::Base64Decode(resource["ciphertext"].get<std::string>());
    const auto plain =
        crypto::AesGcmDecrypt(keys_->api_v3_key, resource["nonce"].get<std::string>(),
                              resource["associated_data"].get<std::string>(), *sealed);
    return *ParseJson(*plain);
  }

  static std::string* folder_;
  static ChannelKeys* keys_;
  const Channel& channel_ = *FindChannel("wxpay");
  const SystemTime now_ = FakeClock().Now();
};
std::string* WxpayTest::folder_ = nullptr;
ChannelKeys* WxpayTest::keys_ = nullptr;

// Proves the outer shape of real traffic: key order, compactness, raw UTF-8, +08:00.
TEST_F(WxpayTest, OuterJsonHasTheRealOrder) {
  const std::string body = Build(Payment()).body;
  const std::string start =
      R"({"id":"7b2b145f-9cda-5573-8be2-d2d9eaaffa25","create_time":"2026-01-01T08:00:00+08:00",)"
      R"("resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功",)"
      R"("resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":")";
  EXPECT_EQ(body.substr(0, start.size()), start);
  EXPECT_NE(body.find(R"(","associated_data":"transaction","nonce":")"), std::string::npos);
}

// Proves that every header of the gateway is there and that the signature fits the raw body.
TEST_F(WxpayTest, SignsTheRawBody) {
  const HttpRequest request = Build(Payment());
  EXPECT_EQ(Header(request, "Content-Type"), "application/json");
  EXPECT_EQ(Header(request, "Wechatpay-Serial"), keys_->certificate_serial);
  EXPECT_EQ(Header(request, "Wechatpay-Signature-Type"), "WECHATPAY2-SHA256-RSA2048");
  EXPECT_EQ(Header(request, "Wechatpay-Timestamp"), "1767225600");
  EXPECT_EQ(Header(request, "Wechatpay-Nonce").size(), 32u);
  EXPECT_EQ(Header(request, "Wechatpay-Signature").size(), 344u);
  EXPECT_EQ(Header(request, "Request-ID").size(), 42u);
  EXPECT_TRUE(Verifies(request, *keys_->platform_key));
}

// Proves what the gateway signs, three lines each ended, by the notification of wechatpay-go,
// core/notify/notify_test.go, TestHandler_ParseNotifyRequest. (Its content is sealed with a key of
// 16 bytes, which production does not have.)
TEST(WxpayVector, NotificationOfWechatpayGo) {
  const std::string certificate = R"(-----BEGIN CERTIFICATE-----
MIIDVzCCAj+gAwIBAgIJANfOWdH1ItcBMA0GCSqGSIb3DQEBCwUAMEIxCzAJBgNV
BAYTAlhYMRUwEwYDVQQHDAxEZWZhdWx0IENpdHkxHDAaBgNVBAoME0RlZmF1bHQg
Q29tcGFueSBMdGQwHhcNMjEwNDI3MDg1NTIzWhcNMzEwNDI1MDg1NTIzWjBCMQsw
CQYDVQQGEwJYWDEVMBMGA1UEBwwMRGVmYXVsdCBDaXR5MRwwGgYDVQQKDBNEZWZh
dWx0IENvbXBhbnkgTHRkMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA
2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXag
HQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOm
DeJf2vg6byms9RUipiq4SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B83
4uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGf
y8wus7hwKz6clt3Whmmda7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtk
aSef4FdEEgEXJiw0VAJT8wIDAQABo1AwTjAdBgNVHQ4EFgQUT1c7nd/SUO76HSoZ
umNUJv1R5PwwHwYDVR0jBBgwFoAUT1c7nd/SUO76HSoZumNUJv1R5PwwDAYDVR0T
BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAfTjxKRQMzNB/U6ZoCUS+BSNfa2Oh
0plMN6ZuzwiVVZwg1jywvv5yv04koS7Pd4i9E4gt9ZBUQXlpq+A3oOCEEHNRR6b2
kyazGRM7s0OP5X21WrbpSmKmU6K7hkfx30yYs08LVs/Q8DIhvaj1FCFeJzUCzYn/
fHMq4tsbKO0dKAeydPM/nrUZBmaYQVKMVOORGLFjFKVO7JV6Kq/R86ouhjEPgJOe
2xulNBUcjicqtZlBdEh/PWCYP2SpGVDclKm8jeo175T3EVAkdKzzmfpxtMmnMlmq
cTJOU9TxuGvNASMtjj7pYIerTx+xgZDXEVBWFW9PjJ0TV06tCRsgSHItgg==
-----END CERTIFICATE-----)";
  EXPECT_EQ(*crypto::CertificateSerial(certificate), "D7CE59D1F522D701");
  const std::string body =
      R"({"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00",)"
      R"("resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE",)"
      R"("summary":"签约成功","resource":{"original_type":"payscore",)"
      R"("algorithm":"AEAD_AES_256_GCM","ciphertext":"YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQf)"
      R"(QrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMOoPKMifozg6XPWjIZumks/GpT48lI4Nizye)"
      R"(aqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR7dEBXFgRLiNIKRgO5JdXh)"
      R"(1hccRUAlyVWxE54PXpnQ==","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}})";
  const std::string signature =
      "tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTO"
      "QrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXv"
      "V1VEA1IBLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmf"
      "dEdkNO6B2Cke5e8VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==";
  const auto key = crypto::RsaPublicKey::FromPem(certificate);
  ASSERT_TRUE(key.has_value());
  const std::string lines = "1624523846\nEcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz\n" + body;
  EXPECT_TRUE(key->Verify(lines + "\n", *crypto::Base64Decode(signature)));
  EXPECT_FALSE(key->Verify(lines, *crypto::Base64Decode(signature)));
}

// Proves the second key mode: its id as serial, its pair as key.
TEST_F(WxpayTest, PublicKeyModeSignsWithItsPair) {
  ChannelKeys keys = *keys_;
  keys.mode = KeyMode::kPublicKeyId;
  const HttpRequest request = channel_.Build(Payment(), Variant::kGenuine, keys,
                                             "http://127.0.0.1:1/x", 7, now_, Random(1));
  EXPECT_EQ(Header(request, "Wechatpay-Serial").substr(0, 11), "PUB_KEY_ID_");
  EXPECT_TRUE(Verifies(request, *keys_->public_key_pair));
}

// Proves that a payment and each refund decrypt to the fields a merchant reads.
TEST_F(WxpayTest, PlaintextsNameOrderAmountAndPayee) {
  const Json payment = Plain(Build(Payment()));
  EXPECT_EQ(payment["out_trade_no"], "T1");
  EXPECT_EQ(payment["amount"]["total"], 9900);
  EXPECT_EQ(payment["mchid"], keys_->mchid);
  EXPECT_EQ(payment["appid"], keys_->appid);
  EXPECT_EQ(payment["trade_state"], "SUCCESS");
  const std::pair<EventKind, const char*> refunds[] = {{EventKind::kRefundSuccess, "SUCCESS"},
                                                       {EventKind::kRefundAbnormal, "ABNORMAL"},
                                                       {EventKind::kRefundClosed, "CLOSED"}};
  for (const auto& [kind, status] : refunds) {
    const HttpRequest request = Build(Refund(kind));
    EXPECT_EQ((*ParseJson(request.body))["event_type"], std::string("REFUND.") + status);
    const Json plain = Plain(request);
    EXPECT_EQ(plain["refund_status"], status);
    EXPECT_EQ(plain["amount"]["refund"], 300);
    EXPECT_EQ(plain.contains("success_time"), kind == EventKind::kRefundSuccess);
  }
}

// Proves that a scenario can pay somebody else.
TEST_F(WxpayTest, PayeeCanBeAnother) {
  Notification n = Payment();
  n.mchid = "1230000109";
  n.appid = "wxffffffffffffffff";
  const Json plain = Plain(Build(n));
  EXPECT_EQ(plain["mchid"], "1230000109");
  EXPECT_EQ(plain["appid"], "wxffffffffffffffff");
}

// Proves that attempts share the body and nothing of the signature.
TEST_F(WxpayTest, AttemptsShareTheBodyOnly) {
  const HttpRequest first = Build(Payment(), Variant::kGenuine, 1);
  const HttpRequest second = Build(Payment(), Variant::kGenuine, 2);
  EXPECT_EQ(first.body, second.body);
  for (const char* name : {"Wechatpay-Nonce", "Wechatpay-Signature", "Request-ID"}) {
    EXPECT_NE(Header(first, name), Header(second, name)) << name;
  }
  EXPECT_EQ(Build(Payment()).headers, first.headers);
}

// Proves each hostile variant: what is wrong with it, and that nothing else is.
TEST_F(WxpayTest, VariantsAreWrongInOnePlace) {
  const HttpRequest genuine = Build(Payment());
  EXPECT_TRUE(Header(Build(Payment(), Variant::kUnsigned), "Wechatpay-Signature").empty());
  EXPECT_FALSE(Verifies(Build(Payment(), Variant::kWrongKey), *keys_->platform_key));
  EXPECT_TRUE(Verifies(Build(Payment(), Variant::kWrongKey), *keys_->stranger_key));
  const HttpRequest tampered = Build(Payment(), Variant::kTampered);
  EXPECT_NE(tampered.body, genuine.body);
  EXPECT_EQ(tampered.body.size(), genuine.body.size());
  EXPECT_TRUE(ParseJson(tampered.body).has_value());
  EXPECT_FALSE(Verifies(tampered, *keys_->platform_key));
  const HttpRequest stale = Build(Payment(), Variant::kStale);
  EXPECT_EQ(Header(stale, "Wechatpay-Timestamp"), std::to_string(1767225600 - 301));
  EXPECT_TRUE(Verifies(stale, *keys_->platform_key));
  const HttpRequest future = Build(Payment(), Variant::kFuture);
  EXPECT_GE(std::stoll(Header(future, "Wechatpay-Timestamp")), 1767225600 + 301);
  EXPECT_TRUE(Verifies(future, *keys_->platform_key));
  const HttpRequest serial = Build(Payment(), Variant::kWrongSerial);
  EXPECT_NE(Header(serial, "Wechatpay-Serial"), keys_->certificate_serial);
  EXPECT_TRUE(Verifies(serial, *keys_->platform_key));
}

// Proves what else can be wrong under a genuine signature, and what is missing without it.
TEST_F(WxpayTest, FurtherVariantsAreWrongInOnePlace) {
  const HttpRequest genuine = Build(Payment());
  const HttpRequest other = Build(Payment(), Variant::kOtherBody);
  EXPECT_EQ(other.body, genuine.body);
  EXPECT_FALSE(Verifies(other, *keys_->platform_key));
  const HttpRequest alone = Build(Payment(), Variant::kHeaderOnly);
  EXPECT_EQ(alone.body, "");
  EXPECT_EQ(Header(alone, "Wechatpay-Signature"), Header(genuine, "Wechatpay-Signature"));
  EXPECT_EQ(Header(Build(Payment(), Variant::kTruncatedBase64), "Wechatpay-Signature").size(),
            341u);
  for (const Variant variant : {Variant::kBadTag, Variant::kBadAad}) {
    const HttpRequest sealed = Build(Payment(), variant);
    EXPECT_TRUE(Verifies(sealed, *keys_->platform_key)) << ToString(variant);
    const Json resource = (*ParseJson(sealed.body))["resource"];
    EXPECT_EQ(resource["associated_data"], "transaction");
    EXPECT_FALSE(crypto::AesGcmDecrypt(
                     keys_->api_v3_key, resource["nonce"].get<std::string>(), "transaction",
                     *crypto::Base64Decode(resource["ciphertext"].get<std::string>()))
                     .has_value())
        << ToString(variant);
  }
}

// Proves the partner's fields, and one notification for several orders with its own amount keys.
TEST_F(WxpayTest, PartnerAndCombinedOrders) {
  Notification n = Payment();
  n.form = OrderForm::kPartner;
  Json plain = Plain(Build(n));
  EXPECT_EQ(plain["sp_mchid"], keys_->mchid);
  EXPECT_EQ(plain["sp_appid"], keys_->appid);
  EXPECT_FALSE(plain.contains("mchid"));
  EXPECT_TRUE(plain["payer"].contains("sp_openid"));
  Notification back = Refund(EventKind::kRefundSuccess);
  back.form = OrderForm::kPartner;
  plain = Plain(Build(back));
  EXPECT_TRUE(plain.contains("sub_mchid"));
  EXPECT_FALSE(plain.contains("sp_appid"));
  n.form = OrderForm::kCombined;
  n.more_orders = {{"T2", "4200000000000000000000000002", 100}};
  plain = Plain(Build(n));
  EXPECT_EQ(plain["combine_mchid"], keys_->mchid);
  ASSERT_EQ(plain["sub_orders"].size(), 2u);
  EXPECT_EQ(plain["sub_orders"][0]["amount"]["total_amount"], 9900);
  EXPECT_EQ(plain["sub_orders"][1]["out_trade_no"], "T2");
  EXPECT_FALSE(plain["sub_orders"][1]["amount"].contains("total"));
}

// Proves that money shared out comes under the event of a payment and is told by its type alone.
TEST_F(WxpayTest, ProfitSharingIsNoPayment) {
  Notification n = Payment();
  n.kind = EventKind::kProfitSharing;
  const Json body = *ParseJson(Build(n).body);
  EXPECT_EQ(body["event_type"], "TRANSACTION.SUCCESS");
  EXPECT_EQ(body["resource"]["original_type"], "profitsharing");
  EXPECT_FALSE(Plain(Build(n)).contains("out_trade_no"));
}

// Proves every shape: still signed and sealed, and dressed as its word says.
TEST_F(WxpayTest, ShapesDressTheContentOnly) {
  const auto shaped = [](Shape shape) {
    Notification n = Payment();
    n.shape = shape;
    return n;
  };
  for (const Shape shape : channel_.shapes()) {
    const HttpRequest request = Build(shaped(shape));
    EXPECT_TRUE(Verifies(request, *keys_->platform_key)) << ToString(shape);
    EXPECT_EQ(Plain(request)["amount"]["total"], 9900) << ToString(shape);
  }
  EXPECT_TRUE((*ParseJson(Build(shaped(Shape::kUnknownFields)).body)).contains("another_one"));
  EXPECT_TRUE(Plain(Build(shaped(Shape::kUnknownFields))).contains("another_one"));
  const Json coupons = Plain(Build(shaped(Shape::kCoupons)));
  EXPECT_EQ(coupons["amount"]["payer_total"], 8910);
  EXPECT_EQ(coupons["promotion_detail"].size(), 2u);
  EXPECT_EQ(Plain(Build(shaped(Shape::kMaximalText)))["attach"].get<std::string>().size(), 128u);
  EXPECT_NE(Build(shaped(Shape::kIndented)).body.find("\n  \"id\""), std::string::npos);
}

// Proves what the gateway is never made to send, each with its reason.
TEST_F(WxpayTest, RefusesWhatIsNeverSent) {
  Notification n = Payment();
  EXPECT_EQ(channel_.Refuses(n), "");
  n.order_no = std::string(33, '1');
  EXPECT_NE(channel_.Refuses(n).find("32 characters"), std::string::npos);
  n = Payment();
  n.shape = Shape::kGbk;
  EXPECT_NE(channel_.Refuses(n).find("wxpay has no shape gbk"), std::string::npos);
  n = Payment();
  n.kind = EventKind::kTradeFinished;
  EXPECT_NE(channel_.Refuses(n).find("wxpay sends no trade_finished"), std::string::npos);
  n = Refund(EventKind::kRefundSuccess);
  n.form = OrderForm::kCombined;
  EXPECT_NE(channel_.Refuses(n).find("never combined"), std::string::npos);
  n = Payment();
  n.more_orders = {{"T2", "42", 1}};
  EXPECT_NE(channel_.Refuses(n), "");
  n = Payment();
  n.amount_minor = 0;
  EXPECT_EQ(channel_.Refuses(n), "an amount is over zero");
}

// Proves the probe's shape of real traffic: prefix, 355 characters, no length of base64.
TEST_F(WxpayTest, ProbeIsNoBase64) {
  const std::string probe = Header(Build(Payment(), Variant::kProbe), "Wechatpay-Signature");
  EXPECT_EQ(probe.substr(0, 19), "WECHATPAY/SIGNTEST/");
  EXPECT_EQ(probe.size(), 355u);
  EXPECT_EQ(probe.size() % 4, 3u);
}

// Proves how WeChat takes an answer: by its status alone, 200 and 204 only, whole or not at all.
TEST_F(WxpayTest, JudgesByTheStatusAlone) {
  const auto yes = Acknowledgement::kAcknowledged;
  const auto no = Acknowledgement::kRefused;
  ExpectJudged(channel_, {{200, "", yes},
                          {200, R"({"code":"SUCCESS","message":"OK"})", yes},
                          {200, R"({"code":"FAIL","message":"no"})", yes},
                          {200, "\xef\xbb\xbfsuccess", yes},
                          {200, "success\n", yes},
                          {204, "", yes},
                          {201, "", no},
                          {202, "", no},
                          {206, "", no},
                          {301, "", no},
                          {302, "", no},
                          {304, "", no},
                          {400, "", no},
                          {401, "", no},
                          {404, R"({"code":"SUCCESS"})", no},
                          {409, "", no},
                          {429, "", no},
                          {500, "success", no},
                          {503, "", no}});
  EXPECT_EQ(channel_.response_limit(), std::chrono::seconds(5));
}

// Proves that keys survive the folder, that secrets are private, and that damage is named.
TEST_F(WxpayTest, KeysLiveInAFolder) {
  const auto again = LoadKeys(*folder_);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->certificate_serial, keys_->certificate_serial);
  struct stat info {};
  ASSERT_EQ(stat((*folder_ + "/platform_private.pem").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
  const std::string copy = *folder_ + "/copy";
  std::filesystem::create_directory(copy);
  for (const auto& file : std::filesystem::directory_iterator(*folder_)) {
    if (file.is_regular_file()) std::filesystem::copy(file, copy);
  }
  std::ofstream(copy + "/api_v3_key.txt") << "short";
  EXPECT_NE(LoadKeys(copy).error().message.find("api_v3_key.txt has 5 bytes"), std::string::npos);
  std::ofstream(copy + "/api_v3_key.txt") << "";
  EXPECT_NE(LoadKeys(copy).error().message.find("api_v3_key.txt is empty"), std::string::npos);
  const std::string none = *folder_ + "/none";
  std::filesystem::create_directory(none);
  EXPECT_NE(LoadKeys(none).error().message.find("holds the keys of no channel"), std::string::npos);
  ChannelKeys without = *keys_;
  without.api_v3_key = Secret();
  EXPECT_EQ(channel_.MissingKey(*keys_), "");
  EXPECT_EQ(channel_.MissingKey(without), "api_v3_key.txt");
}

// Proves that the table holds each channel of the folder, sorted.
TEST(ChannelTable, HoldsEveryPairOfTheFolder) {
  const std::set<std::string> others = {"channel",  "keys",       "notification",
                                        "override", "signing",    "stripe_body",
                                        "texts",    "wxpay_body", "channel_for_test"};
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("mockgw/channel")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() == ".h" && !others.contains(stem)) files.insert(stem);
  }
  const auto names = ChannelNames();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()), files);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(FindChannel("paypal"), nullptr);
}

// Proves what a path reaches in JSON: members, elements, what is not there yet; and what it leaves.
TEST(Override, ReachesByNamesAndNumbers) {
  Json content = Json{{"amount", Json{{"total", 5}}}, {"list", Json::array({1, 2})}, {"text", "x"}};
  ApplyOverrides({{"amount.total", "1"},
                  {"list.1", "\"two\""},
                  {"new.inner", "not json"},
                  {"list.9", "1"},
                  {"text.deeper", "1"}},
                 content);
  EXPECT_EQ(DumpJson(content),
            R"({"amount":{"total":1},"list":[1,"two"],"text":"x","new":{"inner":"not json"}})");
  EXPECT_FALSE(ParseOverride("amount.total").has_value());
  EXPECT_FALSE(ParseOverride("=1").has_value());
  EXPECT_EQ(ParseOverride("a=b=c")->value, "b=c");
}

// Proves that a change by hand is part of what is signed, in every channel.
TEST(Override, IsSealedAndSigned) {
  const std::pair<const char*, Override> changes[] = {
      {"alipay", {"total_amount", "0.01"}},
      {"standard_webhooks", {"data.amount_minor", "1"}},
      {"stripe", {"data.object.amount", "1"}},
      {"wxpay", {"amount.total", "1"}},
      {"wxpay_v2", {"total_fee", "1"}}};
  ASSERT_EQ(std::size(changes), ChannelNames().size());
  for (const auto& [name, change] : changes) {
    const Channel& channel = *FindChannel(name);
    Notification n = SomePayment(channel);
    const HttpRequest before = BuildSome(channel, n);
    n.overrides = {change};
    const HttpRequest after = BuildSome(channel, n);
    EXPECT_NE(after.body, before.body) << name;
  }
}

// Proves that words and values belong together, both ways.
TEST(Words, RoundTrip) {
  for (const EventKind kind : AllEventKinds()) {
    EXPECT_EQ(EventKindFromString(ToString(kind)), kind) << ToString(kind);
  }
  for (const Variant variant : AllVariants()) {
    EXPECT_EQ(VariantFromString(ToString(variant)), variant) << ToString(variant);
  }
  for (const Shape shape : AllShapes()) {
    EXPECT_EQ(ShapeFromString(ToString(shape)), shape) << ToString(shape);
  }
  for (const char* word : {"ordinary", "partner", "combined"}) {
    EXPECT_EQ(ToString(*OrderFormFromString(word)), word);
  }
  for (const char* word : {"acknowledged", "refused", "unanswered"}) {
    EXPECT_EQ(ToString(*AcknowledgementFromString(word)), word);
  }
  EXPECT_FALSE(VariantFromString("friendly").has_value());
}

}  // namespace
}  // namespace paystorm::mockgw
