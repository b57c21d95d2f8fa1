#include "layer/channel_gates.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "crypto/digest.h"
#include "layer/unix_time.h"
#include "notify/fields.h"

namespace paystorm_reference {
namespace {

// The parts between `separator`, empty ones too.
std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// Empty, or why the header cannot be used.
std::string WrongHeader(const HttpRequest& request, const char* name) {
  const size_t count = request.CountHeader(name);
  if (count == 0) return std::string("missing header ") + name;
  return count > 1 ? std::string("repeated header ") + name : "";
}

}  // namespace

AlipayGate::AlipayGate(std::shared_ptr<const PublicKey> key) : key_(std::move(key)) {}

std::string AlipayGate::Check(const HttpRequest& request,
                              std::chrono::system_clock::time_point /*now*/) const {
  std::string why;
  const auto fields = ParseForm(request.body, &why);
  if (!fields) return why;
  if (FieldOf(*fields, "sign_type") != "RSA2") return "sign_type is not RSA2";
  const auto signature = DecodeBase64(FieldOf(*fields, "sign"));
  if (!signature || signature->empty()) return "sign is no base64";
  std::string content;
  for (const auto& [name, value] : *fields) {
    if (name == "sign" || name == "sign_type" || value.empty()) continue;
    content.append(content.empty() ? "" : "&").append(name).append("=").append(value);
  }
  return key_->Verify(content, *signature) ? "" : "the signature does not fit";
}

StripeGate::StripeGate(std::vector<std::string> secrets) : secrets_(std::move(secrets)) {}

std::string StripeGate::Check(const HttpRequest& request,
                              std::chrono::system_clock::time_point now) const {
  if (auto wrong = WrongHeader(request, "Stripe-Signature"); !wrong.empty()) return wrong;
  std::string_view time;
  std::vector<std::string_view> signatures;
  for (const std::string_view part : Split(request.Header("Stripe-Signature"), ',')) {
    if (part.starts_with("t=")) {
      if (!time.empty()) return "malformed Stripe-Signature";
      time = part.substr(2);
    }
    if (part.starts_with("v1=")) signatures.push_back(part.substr(3));
  }
  if (auto wrong = CheckUnixTime(time, now); !wrong.empty()) return wrong;
  const std::string content = std::string(time) + "." + request.body;
  for (const std::string& secret : secrets_) {
    const std::string right = LowerHex(HmacSha256(secret, content));
    for (const std::string_view signature : signatures) {
      if (SameBytes(signature, right)) return "";
    }
  }
  return "the signature does not fit";
}

WebhookGate::WebhookGate(std::vector<std::string> keys, std::string public_key)
    : keys_(std::move(keys)), public_key_(std::move(public_key)) {}

std::string WebhookGate::Check(const HttpRequest& request,
                               std::chrono::system_clock::time_point now) const {
  for (const char* name : {"webhook-id", "webhook-timestamp", "webhook-signature"}) {
    if (auto wrong = WrongHeader(request, name); !wrong.empty()) return wrong;
  }
  const std::string_view time = request.Header("webhook-timestamp");
  if (auto wrong = CheckUnixTime(time, now); !wrong.empty()) return wrong;
  const std::string content =
      std::string(request.Header("webhook-id")) + "." + std::string(time) + "." + request.body;
  for (const std::string_view part : Split(request.Header("webhook-signature"), ' ')) {
    const size_t comma = part.find(',');
    if (comma == std::string_view::npos) continue;
    const std::string_view version = part.substr(0, comma);
    const auto signature = DecodeBase64(part.substr(comma + 1));
    if (!signature) continue;
    if (version == "v1a" && !public_key_.empty() &&
        VerifyEd25519(public_key_, content, *signature)) {
      return "";
    }
    if (version != "v1") continue;
    const bool fits = std::any_of(keys_.begin(), keys_.end(), [&](const std::string& key) {
      return SameBytes(*signature, HmacSha256(key, content));
    });
    if (fits) return "";
  }
  return "the signature does not fit";
}

WxpayV2Gate::WxpayV2Gate(std::string key) : key_(std::move(key)) {}

std::string WxpayV2Gate::Check(const HttpRequest& request,
                               std::chrono::system_clock::time_point /*now*/) const {
  std::string why;
  const auto fields = ParseFlatXml(request.body, "xml", &why);
  if (!fields) return why;
  if (fields->contains("req_info")) return "";
  const std::string_view sign = FieldOf(*fields, "sign");
  const std::string_view type = FieldOf(*fields, "sign_type");
  if (!type.empty() && type != "MD5" && type != "HMAC-SHA256") return "unsupported sign_type";
  // The type may be missing; then the length tells.
  constexpr size_t kHmacDigits = 64;
  const bool hmac = type.empty() ? sign.size() == kHmacDigits : type == "HMAC-SHA256";
  std::string content;
  for (const auto& [name, value] : *fields) {
    if (name != "sign" && !value.empty())
      content.append(name).append("=").append(value).append("&");
  }
  content.append("key=").append(key_);
  const std::string right = UpperHex(hmac ? HmacSha256(key_, content) : Md5(content));
  return SameBytes(sign, right) ? "" : "the signature does not fit";
}

}  // namespace paystorm_reference
