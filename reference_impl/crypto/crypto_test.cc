#include "crypto/crypto.h"

#include <gtest/gtest.h>

#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

using test::EncodeBase64;
using test::Seal;
using test::SharedSigner;

// Decoding gives back what was encoded, at every length of the last group.
TEST(DecodeBase64, InvertsEncodingAtEveryLength) {
  std::string bytes;
  for (int i = 0; i < 70; ++i) {
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 37);
  }
}

// Strictness: each of these is refused, where a lenient decoder would make something of it.
TEST(DecodeBase64, RefusesWhatIsNotExact) {
  for (const char* text : {"A", "AA", "AAA", "AAAAA", "AA=A", "A===", "====", "AA==AA==", "AAA\n",
                           "AAAA\n", " AAAA", "AA-_", "AB==", "AAB=", "AA*=", "=AAA"}) {
    EXPECT_EQ(DecodeBase64(text), std::nullopt) << text;
  }
  EXPECT_EQ(DecodeBase64(std::string("AA\0A", 4)), std::nullopt);
  EXPECT_EQ(DecodeBase64(""), "");
}

// The vector of the Java SDK's AeadAesCipherTest.
TEST(DecryptAesGcm, OpensThePublicVector) {
  EXPECT_EQ(DecryptAesGcm("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb", "uluk4a9R25RW", "associatedData",
                          *DecodeBase64("ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=")),
            "message");
}

// Two known answers of our own: with associated data, and with none.
TEST(DecryptAesGcm, OpensKnownAnswers) {
  const std::string plain = R"({"mchid":"1900000109","out_trade_no":"T1"})";
  EXPECT_EQ(DecryptAesGcm("0123456789abcdefghijklmnopqrstuv", "fdasflkja484", "transaction",
                          *DecodeBase64("kdUy8AAEd+F97t+v/8pygRXtZHctC3RjNMxky9nmEGoawi1zMcq0Tvu0OM"
                                        "RLzJJtyNivNITDYrLBhg==")),
            plain);
  EXPECT_EQ(DecryptAesGcm("0123456789abcdefghijklmnopqrstuv", "fdasflkja484", "",
                          *DecodeBase64("kdUy8AAEd+F97t+v/8pygRXtZHctC3RjNMxky9nmEGoawi1zMcq0Tvu0y/"
                                        "VpPSDOoR9YmDsXk9ysOg==")),
            plain);
}

// One changed bit anywhere, other associated data, another key, a cut or a wrong length: nothing.
TEST(DecryptAesGcm, RefusesEverythingElse) {
  const std::string key(test::kApiKey);
  const std::string sealed = *DecodeBase64(Seal(key, "fdasflkja484", "transaction", "hello"));
  ASSERT_EQ(DecryptAesGcm(key, "fdasflkja484", "transaction", sealed), "hello");
  for (size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_EQ(DecryptAesGcm(key, "fdasflkja484", "transaction", changed), std::nullopt) << i;
    EXPECT_EQ(DecryptAesGcm(key, "fdasflkja484", "transaction", sealed.substr(0, i)), std::nullopt);
  }
  EXPECT_EQ(DecryptAesGcm(key, "fdasflkja484", "refund", sealed), std::nullopt);
  EXPECT_EQ(DecryptAesGcm(key, "fdasflkja48", "transaction", sealed), std::nullopt);
  EXPECT_EQ(DecryptAesGcm(key, "fdasflkja4845", "transaction", sealed), std::nullopt);
  EXPECT_EQ(DecryptAesGcm(key.substr(1), "fdasflkja484", "transaction", sealed), std::nullopt);
  EXPECT_EQ(DecryptAesGcm(key, "fdasflkja484", "transaction", ""), std::nullopt);
}

// An empty plaintext is a plaintext.
TEST(DecryptAesGcm, OpensAnEmptyText) {
  EXPECT_EQ(DecryptAesGcm(test::kApiKey, "fdasflkja484", "",
                          *DecodeBase64(Seal(test::kApiKey, "fdasflkja484", "", ""))),
            "");
}

// A signature fits its message and its key, and nothing else, at any length.
TEST(PublicKey, VerifiesOnlyWhatWasSigned) {
  std::string error;
  const auto key = PublicKey::FromPem(SharedSigner().PublicPem(), &error);
  ASSERT_NE(key, nullptr) << error;
  const std::string signature = *DecodeBase64(SharedSigner().Sign("text"));
  EXPECT_TRUE(key->Verify("text", signature));
  EXPECT_FALSE(key->Verify("texT", signature));
  EXPECT_FALSE(key->Verify("text", ""));
  EXPECT_FALSE(key->Verify("text", signature.substr(1)));
  EXPECT_FALSE(key->Verify("text", signature + "x"));
  std::string changed = signature;
  changed[100] = static_cast<char>(changed[100] ^ 1);
  EXPECT_FALSE(key->Verify("text", changed));
  const test::Signer other;
  EXPECT_FALSE(key->Verify("text", *DecodeBase64(other.Sign("text"))));
}

// A certificate gives its key, and its serial number in upper-case hex.
TEST(PublicKey, ReadsACertificate) {
  const std::string wanted = "51856640BA57CBD6343BA9EA2D409A9E9AC5EB65";
  std::string serial;
  std::string error;
  const auto key =
      PublicKey::FromCertificatePem(SharedSigner().CertificatePem(wanted), &serial, &error);
  ASSERT_NE(key, nullptr) << error;
  EXPECT_EQ(serial, wanted);
  EXPECT_TRUE(key->Verify("text", *DecodeBase64(SharedSigner().Sign("text"))));
}

// What is no key is refused with a line that says so.
TEST(PublicKey, RefusesOtherFiles) {
  std::string serial;
  std::string error;
  EXPECT_EQ(PublicKey::FromPem("nonsense", &error), nullptr);
  EXPECT_EQ(error, "not a PEM public key");
  EXPECT_EQ(PublicKey::FromPem("", &error), nullptr);
  EXPECT_EQ(PublicKey::FromCertificatePem(SharedSigner().PublicPem(), &serial, &error), nullptr);
  EXPECT_EQ(error, "not a PEM certificate");
}

// Tokens do not repeat and have the length asked for.
TEST(RandomHex, IsFresh) {
  EXPECT_EQ(RandomHex(16).size(), 32U);
  EXPECT_NE(RandomHex(16), RandomHex(16));
}

}  // namespace
}  // namespace paystorm_reference
