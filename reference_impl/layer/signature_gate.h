#ifndef PAYSTORM_REFERENCE_LAYER_SIGNATURE_GATE_H_
#define PAYSTORM_REFERENCE_LAYER_SIGNATURE_GATE_H_

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "crypto/crypto.h"
#include "http/http_server.h"

namespace paystorm_reference {

// The outermost layer: was this request made by the gateway, and lately? Thread-safe.
class SignatureGate {
 public:
  virtual ~SignatureGate() = default;
  // Empty when the request may pass, else the reason for refusing it, one line.
  virtual std::string Check(const HttpRequest& request,
                            std::chrono::system_clock::time_point now) const = 0;
};

// Serial number -> key. A serial is a certificate's, in upper-case hex, or a PUB_KEY_ID_... word;
// both kinds may stand side by side, since the gateway uses either while a merchant changes over.
using WxpayKeys = std::map<std::string, std::shared_ptr<const PublicKey>, std::less<>>;

// WeChat Pay v3: RSA-SHA256 over "timestamp\nnonce\nbody\n", the body being the raw bytes. Refuses
// a missing or repeated header, a time more than 300 s from now in either direction, an unknown
// serial, a signature that is no strict base64 (the gateway's probes, "WECHATPAY/SIGNTEST/...", are
// none) and one that does not fit.
class WxpaySignatureGate final : public SignatureGate {
 public:
  explicit WxpaySignatureGate(WxpayKeys keys);
  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override;

 private:
  const WxpayKeys keys_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_SIGNATURE_GATE_H_
