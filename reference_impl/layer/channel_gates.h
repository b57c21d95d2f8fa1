#ifndef PAYSTORM_REFERENCE_LAYER_CHANNEL_GATES_H_
#define PAYSTORM_REFERENCE_LAYER_CHANNEL_GATES_H_

#include <memory>
#include <string>
#include <vector>

#include "crypto/crypto.h"
#include "layer/signature_gate.h"

namespace paystorm_reference {

// Alipay: RSA2 over all fields of the form but sign and sign_type, in the order of their names,
// joined as name=value with &. Empty values take no part, as in the gateway's own Java SDK. There
// is no time in it that could be checked: a repeated notice is told by its notify_id alone.
class AlipayGate final : public SignatureGate {
 public:
  explicit AlipayGate(std::shared_ptr<const PublicKey> key);
  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override;

 private:
  const std::shared_ptr<const PublicKey> key_;
};

// Stripe: HMAC-SHA256 over "<t>.<body>" in one of the v1 parts of Stripe-Signature, with any of the
// active secrets, each used whole. A time more than 300 s away is refused in both directions:
// Stripe's own libraries let the future pass, which nobody honest needs.
class StripeGate final : public SignatureGate {
 public:
  explicit StripeGate(std::vector<std::string> secrets);
  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override;

 private:
  const std::vector<std::string> secrets_;
};

// Standard Webhooks: HMAC-SHA256 ("v1") or ed25519 ("v1a") over "<id>.<time>.<body>" in one of the
// signatures of webhook-signature; 300 s in both directions.
class WebhookGate final : public SignatureGate {
 public:
  // Keys as bytes, decoded. `public_key` is empty when there is none.
  WebhookGate(std::vector<std::string> keys, std::string public_key);
  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override;

 private:
  const std::vector<std::string> keys_;
  const std::string public_key_;
};

// WeChat Pay v2: MD5 or HMAC-SHA256 over the fields of the XML, with the key both sides have. A
// refund is not signed but encrypted; it passes here and has to decrypt afterwards. There is no
// time in either.
class WxpayV2Gate final : public SignatureGate {
 public:
  explicit WxpayV2Gate(std::string key);
  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override;

 private:
  const std::string key_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_LAYER_CHANNEL_GATES_H_
