#include <gtest/gtest.h>

#include "mockgw/crypto/aes_ecb.h"
#include "mockgw/crypto/aes_gcm.h"
#include "mockgw/crypto/base64.h"
#include "mockgw/crypto/digest.h"
#include "mockgw/crypto/ed25519.h"
#include "mockgw/crypto/rsa.h"

namespace paystorm::mockgw::crypto {
namespace {

// Proves AES-256-GCM and the tag's place by wechatpay-java's AeadAesCipherTest (TestConfig.java).
TEST(AesGcm, VectorOfWechatpayJava) {
  EXPECT_EQ(Base64Encode(AesGcmEncrypt(Secret("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb"), "uluk4a9R25RW",
                                       "associatedData", "message")),
            "ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=");
}

// Proves that the associated data is part of the tag, by a known answer with and without it.
TEST(AesGcm, AssociatedDataIsPartOfTheTag) {
  const Secret key("0123456789abcdefghijklmnopqrstuv");
  const char* plain = R"({"mchid":"1900000109","out_trade_no":"T1"})";
  EXPECT_EQ(Base64Encode(AesGcmEncrypt(key, "fdasflkja484", "transaction", plain)),
            "kdUy8AAEd+F97t+v/8pygRXtZHctC3RjNMxky9nmEGoawi1zMcq0Tvu0OMRLzJJtyNivNITDYrLBhg==");
  EXPECT_EQ(Base64Encode(AesGcmEncrypt(key, "fdasflkja484", "", plain)),
            "kdUy8AAEd+F97t+v/8pygRXtZHctC3RjNMxky9nmEGoawi1zMcq0Tvu0y/VpPSDOoR9YmDsXk9ysOg==");
}

// Proves that decryption undoes encryption and that one changed bit anywhere is noticed.
TEST(AesGcm, NoticesEveryChangedByte) {
  const Secret key("0123456789abcdefghijklmnopqrstuv");
  const std::string sealed = AesGcmEncrypt(key, "fdasflkja484", "refund", "plain");
  EXPECT_EQ(*AesGcmDecrypt(key, "fdasflkja484", "refund", sealed), "plain");
  for (size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(AesGcmDecrypt(key, "fdasflkja484", "refund", changed).has_value()) << i;
  }
  EXPECT_FALSE(AesGcmDecrypt(key, "fdasflkja484", "transaction", sealed).has_value());
  EXPECT_FALSE(AesGcmDecrypt(key, "short", "refund", sealed).has_value());
  EXPECT_FALSE(AesGcmDecrypt(key, "fdasflkja484", "refund", "tiny").has_value());
}

// Proves AES-256-ECB by wechatpay-php's AesEcbTest.
TEST(AesEcb, VectorOfWechatpayPhp) {
  EXPECT_EQ(Base64Encode(AesEcbEncrypt(Secret("0123456789abcdef0123456789abcdef"), "hello")),
            "pZwJZBLuy3mDACEQT4YTBw==");
}

// Proves how a req_info of WeChat Pay v2 is made, by a known answer: the key is the hexadecimal
// text of the MD5, not its bytes.
TEST(AesEcb, KeyOfRefundNoticesIsText) {
  const Secret key(LowerHex(Md5("192006250b4c09247ec02edce69f6a2d")));
  EXPECT_EQ(
      Base64Encode(AesEcbEncrypt(key, "<root><refund_status>SUCCESS</refund_status></root>")),
      "bDP/xixH0hFEaZusu714Uyyh0dv8MPgMqVLeIkI0QHBoWJbCzCFX0olPqtxTh2q95uvewe45Es+0+iD/4no6Cg==");
}

// Proves both digests by WeChat Pay v2's own signing example (its parameters, sorted, and &key=).
TEST(Digest, VectorsOfWeChatPayV2) {
  const std::string key = "192006250b4c09247ec02edce69f6a2d";
  const std::string message =
      "appid=wxd930ea5d5a258f4f&body=test&device_info=1000&mch_id=10000100"
      "&nonce_str=ibuaiVcKdpRxkhJA&key=" +
      key;
  EXPECT_EQ(UpperHex(Md5(message)), "9A0A8659F005D6984697E2CA0A9CF3B7");
  EXPECT_EQ(UpperHex(HmacSha256(Secret(key), message)),
            "6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6");
}

// Proves HMAC-SHA256 with a key that was hexadecimal, by Adyen's published test values
// (docs.adyen.com, webhooks; hmacValidator of its libraries).
TEST(Digest, VectorOfAdyen) {
  std::string key;
  const std::string hex = "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056";
  for (size_t i = 0; i < hex.size(); i += 2) {
    key += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  EXPECT_EQ(Base64Encode(HmacSha256(
                Secret(key),
                "7914073381342284::TestMerchant:TestPayment-1407325143704:1130:EUR:AUTHORISATION:"
                "true")),
            "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=");
}

// Proves HMAC-SHA256 by a known answer in Stripe's scheme and by the Standard Webhooks vector of
// libraries/go/webhook_test.go.
TEST(Digest, VectorsOfStripeAndStandardWebhooks) {
  EXPECT_EQ(LowerHex(HmacSha256(Secret("whsec_test_secret"), R"(1614265330.{"id":"evt_test"})")),
            "00cd8805b6dfb4317048892c492f8ff769e2075ec20013c6ed546e639a4e20ba");
  const Secret key(*Base64Decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));
  EXPECT_EQ(Base64Encode(
                HmacSha256(key, R"(msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314})")),
            "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

// Proves ed25519 by the first two tests of RFC 8032, section 7.1.
TEST(Ed25519, VectorsOfRfc8032) {
  const auto bytes = [](std::string_view hex) {
    std::string raw;
    for (size_t i = 0; i < hex.size(); i += 2) {
      raw += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    }
    return raw;
  };
  const auto first = *Ed25519PrivateKey::FromSeed(
      Secret(bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")));
  EXPECT_EQ(LowerHex(first.PublicBytes()),
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  EXPECT_EQ(LowerHex(first.Sign("")),
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
  const auto second = *Ed25519PrivateKey::FromSeed(
      Secret(bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")));
  EXPECT_EQ(LowerHex(second.Sign("r")),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(Ed25519Verify(second.PublicBytes(), "r", second.Sign("r")));
  EXPECT_FALSE(Ed25519Verify(second.PublicBytes(), "s", second.Sign("r")));
  EXPECT_FALSE(Ed25519Verify(first.PublicBytes(), "r", second.Sign("r")));
  EXPECT_FALSE(Ed25519PrivateKey::FromSeed(Secret("short")).has_value());
}

// Proves that every length survives and that cut or foreign text is refused.
TEST(Base64, RoundTripAndStrictness) {
  for (const char* text : {"", "a", "ab", "abc", "abcd"}) {
    EXPECT_EQ(*Base64Decode(Base64Encode(text)), text);
  }
  EXPECT_FALSE(Base64Decode("YQ=").has_value());
  EXPECT_FALSE(Base64Decode("Y!==").has_value());
}

// Proves that a signature fits its own key and message alone, through PEM and back.
TEST(Rsa, SignsForItsOwnKeyOnly) {
  const RsaPrivateKey key = *RsaPrivateKey::Generate();
  const RsaPrivateKey again = *RsaPrivateKey::FromPem(key.PrivatePem());
  const RsaPublicKey lock = *RsaPublicKey::FromPem(key.PublicPem());
  const RsaPublicKey stranger = *RsaPublicKey::FromPem(RsaPrivateKey::Generate()->PublicPem());
  const std::string signature = again.Sign("message\n");
  EXPECT_EQ(signature.size(), 256u);
  EXPECT_TRUE(lock.Verify("message\n", signature));
  EXPECT_FALSE(lock.Verify("message", signature));
  EXPECT_FALSE(stranger.Verify("message\n", signature));
  EXPECT_FALSE(lock.Verify("message\n", "short"));
}

// Proves that a certificate carries the asked serial and the key.
TEST(Rsa, CertificateCarriesSerialAndKey) {
  const RsaPrivateKey key = *RsaPrivateKey::Generate();
  const std::string serial = "51856640BA57CBD6343BA9EA2D409A9E9AC5EB65";
  const std::string pem = key.CertificatePem(serial);
  EXPECT_EQ(*CertificateSerial(pem), serial);
  EXPECT_TRUE(RsaPublicKey::FromPem(pem)->Verify("m", key.Sign("m")));
  EXPECT_FALSE(CertificateSerial("nonsense").has_value());
  EXPECT_FALSE(RsaPublicKey::FromPem("nonsense").has_value());
  EXPECT_FALSE(RsaPrivateKey::FromPem("nonsense").has_value());
}

}  // namespace
}  // namespace paystorm::mockgw::crypto
