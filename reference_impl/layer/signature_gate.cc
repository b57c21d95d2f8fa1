#include "layer/signature_gate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace paystorm_reference {
namespace {

constexpr int64_t kToleranceSeconds = 300;
constexpr size_t kMaxNonceBytes = 128;
constexpr std::string_view kType = "WECHATPAY2-SHA256-RSA2048";
constexpr std::array<const char*, 4> kHeaders = {"Wechatpay-Timestamp", "Wechatpay-Nonce",
                                                 "Wechatpay-Signature", "Wechatpay-Serial"};

// Digits alone: a sign or blanks would be signed as text but read as the same number.
bool ParseTimestamp(std::string_view text, int64_t* value) {
  if (text.empty() || text.size() > 12) return false;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return false;
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

WxpaySignatureGate::WxpaySignatureGate(WxpayKeys keys) : keys_(std::move(keys)) {}

std::string WxpaySignatureGate::Check(const HttpRequest& request,
                                      std::chrono::system_clock::time_point now) const {
  for (const char* name : kHeaders) {
    const size_t count = request.CountHeader(name);
    if (count == 0) return std::string("missing header ") + name;
    if (count > 1) return std::string("repeated header ") + name;
  }
  const size_t types = request.CountHeader("Wechatpay-Signature-Type");
  if (types > 1) return "repeated header Wechatpay-Signature-Type";
  if (types == 1 && request.Header("Wechatpay-Signature-Type") != kType) {
    return "unsupported Wechatpay-Signature-Type";
  }

  const std::string_view timestamp = request.Header("Wechatpay-Timestamp");
  int64_t seconds = 0;
  if (!ParseTimestamp(timestamp, &seconds)) return "malformed Wechatpay-Timestamp";
  const int64_t now_seconds =
      std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  if (seconds < now_seconds - kToleranceSeconds) return "the timestamp is too old";
  if (seconds > now_seconds + kToleranceSeconds) return "the timestamp lies in the future";

  const std::string_view nonce = request.Header("Wechatpay-Nonce");
  if (nonce.empty() || nonce.size() > kMaxNonceBytes) return "malformed Wechatpay-Nonce";

  const auto key = keys_.find(request.Header("Wechatpay-Serial"));
  if (key == keys_.end()) return "unknown Wechatpay-Serial";

  const auto signature = DecodeBase64(request.Header("Wechatpay-Signature"));
  if (!signature) return "the signature is no base64";

  std::string message;
  message.reserve(timestamp.size() + nonce.size() + request.body.size() + 3);
  message.append(timestamp).append("\n").append(nonce).append("\n");
  message.append(request.body).append("\n");
  if (!key->second->Verify(message, *signature)) return "the signature does not fit";
  return "";
}

}  // namespace paystorm_reference
