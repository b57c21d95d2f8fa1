#include "layer/signature_gate.h"

#include <gtest/gtest.h>

#include <functional>

#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

using std::chrono::seconds;
using std::chrono::system_clock;
using test::Headers;
using test::SharedSigner;

constexpr const char* kCertificateSerial = "51856640BA57CBD6343BA9EA2D409A9E9AC5EB65";

WxpaySignatureGate Gate() {
  std::string error;
  const auto key = PublicKey::FromPem(SharedSigner().PublicPem(), &error);
  return WxpaySignatureGate({{std::string(test::kSerial), key}, {kCertificateSerial, key}});
}

HttpRequest Request(Headers headers, std::string body) {
  HttpRequest request;
  request.method = "POST";
  request.target = "/notify/wxpay";
  request.headers = std::move(headers);
  request.body = std::move(body);
  return request;
}

HttpRequest Good(int64_t age_s = 0, std::string_view serial = test::kSerial) {
  const std::string body = R"({"summary":"支付成功"})";
  return Request(SharedSigner().SignedHeaders(body, age_s, serial), body);
}

std::string& Value(HttpRequest& request, std::string_view name) {
  for (auto& [key, value] : request.headers) {
    if (key == name) return value;
  }
  throw std::out_of_range("no such header");
}

// Both kinds of serial are accepted side by side, also without the optional type header and for an
// empty body.
TEST(WxpaySignatureGate, AcceptsBothKindsOfKeys) {
  EXPECT_EQ(Gate().Check(Good(), system_clock::now()), "");
  EXPECT_EQ(Gate().Check(Good(0, kCertificateSerial), system_clock::now()), "");
  HttpRequest untyped = Good();
  untyped.headers.pop_back();
  EXPECT_EQ(Gate().Check(untyped, system_clock::now()), "");
  EXPECT_EQ(Gate().Check(Request(SharedSigner().SignedHeaders(""), ""), system_clock::now()), "");
}

// Exactly 300 s is inside, 301 s is outside, in both directions.
TEST(WxpaySignatureGate, ToleratesThreeHundredSeconds) {
  const HttpRequest request = Good();
  const int64_t signed_at = std::stoll(std::string(request.Header("Wechatpay-Timestamp")));
  const auto at = [&](int64_t offset) {
    return Gate().Check(request, system_clock::time_point(seconds(signed_at + offset)));
  };
  EXPECT_EQ(at(300), "");
  EXPECT_EQ(at(-300), "");
  EXPECT_EQ(at(301), "the timestamp is too old");
  EXPECT_EQ(at(-301), "the timestamp lies in the future");
}

struct Refusal {
  const char* name;
  std::function<void(HttpRequest&)> change;
  const char* reason;
};

// Every other way to be refused: one change to a good request, and the reason given for it.
TEST(WxpaySignatureGate, RefusesEachFlaw) {
  std::vector<Refusal> table = {
      {"body", [](HttpRequest& r) { r.body += " "; }, "the signature does not fit"},
      {"nonce", [](HttpRequest& r) { Value(r, "Wechatpay-Nonce") += "x"; },
       "the signature does not fit"},
      {"long nonce", [](HttpRequest& r) { Value(r, "Wechatpay-Nonce").assign(129, 'n'); },
       "malformed Wechatpay-Nonce"},
      {"empty nonce", [](HttpRequest& r) { Value(r, "Wechatpay-Nonce").clear(); },
       "malformed Wechatpay-Nonce"},
      {"plus", [](HttpRequest& r) { Value(r, "Wechatpay-Timestamp").insert(0, "+"); },
       "malformed timestamp"},
      {"zero", [](HttpRequest& r) { Value(r, "Wechatpay-Timestamp").insert(0, "0"); },
       "the signature does not fit"},
      {"words", [](HttpRequest& r) { Value(r, "Wechatpay-Timestamp") = "now"; },
       "malformed timestamp"},
      {"huge", [](HttpRequest& r) { Value(r, "Wechatpay-Timestamp") = "99999999999999999999"; },
       "malformed timestamp"},
      {"serial", [](HttpRequest& r) { Value(r, "Wechatpay-Serial") = "PUB_KEY_ID_9"; },
       "unknown Wechatpay-Serial"},
      {"probe",
       [](HttpRequest& r) {
         Value(r, "Wechatpay-Signature") = "WECHATPAY/SIGNTEST/" + std::string(336, 'A');
       },
       "the signature is no base64"},
      {"short", [](HttpRequest& r) { Value(r, "Wechatpay-Signature") = "AAAA"; },
       "the signature does not fit"},
      {"cut", [](HttpRequest& r) { Value(r, "Wechatpay-Signature").pop_back(); },
       "the signature is no base64"},
      {"empty", [](HttpRequest& r) { Value(r, "Wechatpay-Signature").clear(); },
       "the signature does not fit"},
      {"type",
       [](HttpRequest& r) { Value(r, "Wechatpay-Signature-Type") = "WECHATPAY2-SM2-WITH-SM3"; },
       "unsupported Wechatpay-Signature-Type"},
  };
  for (const Refusal& row : table) {
    HttpRequest request = Good();
    row.change(request);
    EXPECT_EQ(Gate().Check(request, system_clock::now()), row.reason) << row.name;
  }
}

// Each header is needed exactly once; a second copy could be the one somebody else reads.
TEST(WxpaySignatureGate, WantsEachHeaderOnce) {
  for (const std::string name :
       {"Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Signature", "Wechatpay-Serial"}) {
    HttpRequest missing = Good();
    std::erase_if(missing.headers, [&](const auto& header) { return header.first == name; });
    EXPECT_EQ(Gate().Check(missing, system_clock::now()), "missing header " + name);
    HttpRequest twice = Good();
    twice.headers.emplace_back(name, Value(twice, name));
    EXPECT_EQ(Gate().Check(twice, system_clock::now()), "repeated header " + name);
  }
  HttpRequest twice = Good();
  twice.headers.push_back(twice.headers.back());
  EXPECT_EQ(Gate().Check(twice, system_clock::now()), "repeated header Wechatpay-Signature-Type");
}

}  // namespace
}  // namespace paystorm_reference
