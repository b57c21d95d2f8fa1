#include <gtest/gtest.h>

#include "mockgw/crypto/aes_gcm.h"
#include "mockgw/crypto/base64.h"
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
