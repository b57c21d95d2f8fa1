#ifndef PAYSTORM_REFERENCE_TEST_SUPPORT_SIGNER_H_
#define PAYSTORM_REFERENCE_TEST_SUPPORT_SIGNER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paystorm_reference::test {

inline constexpr std::string_view kApiKey = "0123456789abcdefghijklmnopqrstuv";
inline constexpr std::string_view kSerial = "PUB_KEY_ID_0114232134912410000000000000";
inline constexpr std::string_view kMchid = "1900000109";
inline constexpr std::string_view kAppid = "wxd678efh567hg6787";

using Headers = std::vector<std::pair<std::string, std::string>>;

std::string EncodeBase64(std::string_view bytes);

// base64 of ciphertext and tag, AES-256-GCM.
std::string Seal(std::string_view key, std::string_view nonce, std::string_view associated_data,
                 std::string_view plain);

// The gateway's side of the signature, with a fresh RSA-2048 key. Thread-safe after construction.
class Signer final {
 public:
  Signer();
  ~Signer();
  std::string PublicPem() const;
  // Self-signed, with this serial number (hex).
  std::string CertificatePem(const std::string& serial_hex) const;
  // base64 of the RSA-SHA256 signature.
  std::string Sign(std::string_view message) const;
  // All headers of one attempt, signed `age_s` seconds ago (negative: in the future).
  Headers SignedHeaders(std::string_view body, int64_t age_s = 0,
                        std::string_view serial = kSerial) const;

 private:
  struct Key;
  std::unique_ptr<Key> key_;
};

// One signer for the whole test binary.
const Signer& SharedSigner();

// A notification's content; the defaults make a payment of 99.00 CNY.
struct Notice {
  std::string id = "EV-1";
  std::string event_type = "TRANSACTION.SUCCESS";
  std::string original_type = "transaction";
  std::string order_no = "T1";
  std::string trade_no = "4200000001";
  std::string mchid{kMchid};
  std::string appid{kAppid};
  int64_t total = 9900;
  std::string currency = "CNY";
  std::string trade_state = "SUCCESS";
  std::string refund_id{};  // empty: a payment
  std::string out_refund_no = "R1";
  std::string refund_status = "SUCCESS";
  int64_t refund = 0;
};

// A refund of that payment, of `refund` fen.
Notice RefundOf(Notice payment, std::string id, std::string refund_id, int64_t refund,
                std::string status = "SUCCESS");

std::string Plain(const Notice& notice);
// The outer JSON around any plaintext.
std::string Body(const Notice& notice, std::string_view plain);
std::string Body(const Notice& notice);

}  // namespace paystorm_reference::test

#endif  // PAYSTORM_REFERENCE_TEST_SUPPORT_SIGNER_H_
