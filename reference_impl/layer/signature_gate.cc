#include "layer/signature_gate.h"

#include <array>
#include <string_view>
#include <utility>

#include "layer/unix_time.h"

namespace paystorm_reference {
namespace {

constexpr size_t kMaxNonceBytes = 128;
constexpr std::string_view kType = "WECHATPAY2-SHA256-RSA2048";
constexpr std::array<const char*, 4> kHeaders = {"Wechatpay-Timestamp", "Wechatpay-Nonce",
                                                 "Wechatpay-Signature", "Wechatpay-Serial"};

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
  if (auto wrong = CheckUnixTime(timestamp, now); !wrong.empty()) return wrong;

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
