#include "test/support/signer.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <atomic>
#include <ctime>
#include <stdexcept>

namespace paystorm_reference::test {
namespace {

void Require(bool good) {
  if (!good) throw std::runtime_error("OpenSSL failed in the test's signer");
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

std::string Text(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<size_t>(size));
  BIO_free(bio);
  return text;
}

std::string Number(int64_t value) { return std::to_string(value); }

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), Bytes(bytes),
                                   static_cast<int>(bytes.size()));
  out.resize(static_cast<size_t>(size));
  return out;
}

std::string Seal(std::string_view key, std::string_view nonce, std::string_view associated_data,
                 std::string_view plain) {
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  std::string out(plain.size() + 16, '\0');
  auto* to = reinterpret_cast<unsigned char*>(out.data());
  int size = 0;
  Require(EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nullptr, nullptr, nullptr) == 1);
  Require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_IVLEN, static_cast<int>(nonce.size()),
                              nullptr) == 1);
  Require(EVP_EncryptInit_ex(context, nullptr, nullptr, Bytes(key), Bytes(nonce)) == 1);
  Require(EVP_EncryptUpdate(context, nullptr, &size, Bytes(associated_data),
                            static_cast<int>(associated_data.size())) == 1);
  Require(EVP_EncryptUpdate(context, to, &size, Bytes(plain), static_cast<int>(plain.size())) == 1);
  int last = 0;
  Require(EVP_EncryptFinal_ex(context, to + size, &last) == 1);
  Require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, 16, to + plain.size()) == 1);
  EVP_CIPHER_CTX_free(context);
  return EncodeBase64(out);
}

struct Signer::Key {
  EVP_PKEY* pkey = nullptr;
  ~Key() { EVP_PKEY_free(pkey); }
};

Signer::Signer() : key_(std::make_unique<Key>()) {
  key_->pkey = EVP_RSA_gen(2048);
  Require(key_->pkey != nullptr);
}

Signer::~Signer() = default;

std::string Signer::PublicPem() const {
  BIO* bio = BIO_new(BIO_s_mem());
  Require(PEM_write_bio_PUBKEY(bio, key_->pkey) == 1);
  return Text(bio);
}

std::string Signer::CertificatePem(const std::string& serial_hex) const {
  X509* certificate = X509_new();
  BIGNUM* serial = nullptr;
  Require(BN_hex2bn(&serial, serial_hex.c_str()) != 0);
  Require(BN_to_ASN1_INTEGER(serial, X509_get_serialNumber(certificate)) != nullptr);
  BN_free(serial);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
  Require(X509_set_pubkey(certificate, key_->pkey) == 1);
  X509_NAME* name = X509_get_subject_name(certificate);
  Require(X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, Bytes("gateway"), -1, -1, 0) == 1);
  Require(X509_set_issuer_name(certificate, name) == 1);
  Require(X509_sign(certificate, key_->pkey, EVP_sha256()) != 0);
  BIO* bio = BIO_new(BIO_s_mem());
  Require(PEM_write_bio_X509(bio, certificate) == 1);
  X509_free(certificate);
  return Text(bio);
}

std::string Signer::Sign(std::string_view message) const {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  std::string out(256, '\0');
  size_t size = out.size();
  Require(EVP_DigestSignInit(context, nullptr, EVP_sha256(), nullptr, key_->pkey) == 1);
  Require(EVP_DigestSign(context, reinterpret_cast<unsigned char*>(out.data()), &size,
                         Bytes(message), message.size()) == 1);
  EVP_MD_CTX_free(context);
  return EncodeBase64(out);
}

Headers Signer::SignedHeaders(std::string_view body, int64_t age_s, std::string_view serial) const {
  static std::atomic<int> next{0};
  const std::string timestamp = Number(static_cast<int64_t>(std::time(nullptr)) - age_s);
  std::string nonce = Number(next.fetch_add(1));
  nonce.insert(0, 32 - nonce.size(), 'n');
  const std::string message = timestamp + "\n" + nonce + "\n" + std::string(body) + "\n";
  return {{"Content-Type", "application/json"},
          {"Wechatpay-Timestamp", timestamp},
          {"Wechatpay-Nonce", nonce},
          {"Wechatpay-Serial", std::string(serial)},
          {"Wechatpay-Signature", Sign(message)},
          {"Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048"}};
}

const Signer& SharedSigner() {
  static const Signer signer;
  return signer;
}

Notice RefundOf(Notice payment, std::string id, std::string refund_id, int64_t refund,
                std::string status) {
  payment.id = std::move(id);
  payment.event_type = "REFUND." + status;
  payment.original_type = "refund";
  payment.out_refund_no = "out-" + refund_id;
  payment.refund_id = std::move(refund_id);
  payment.refund = refund;
  payment.refund_status = std::move(status);
  return payment;
}

std::string Plain(const Notice& n) {
  if (!n.refund_id.empty()) {
    return R"({"mchid":")" + n.mchid + R"(","out_trade_no":")" + n.order_no +
           R"(","transaction_id":")" + n.trade_no + R"(","out_refund_no":")" + n.out_refund_no +
           R"(","refund_id":")" + n.refund_id + R"(","refund_status":")" + n.refund_status +
           R"(","amount":{"total":)" + Number(n.total) + R"(,"refund":)" + Number(n.refund) +
           R"(,"payer_total":)" + Number(n.total) + R"(,"payer_refund":)" + Number(n.refund) + "}}";
  }
  return R"({"mchid":")" + n.mchid + R"(","appid":")" + n.appid + R"(","out_trade_no":")" +
         n.order_no + R"(","transaction_id":")" + n.trade_no +
         R"(","trade_type":"JSAPI","trade_state":")" + n.trade_state +
         R"(","trade_state_desc":"支付成功","amount":{"total":)" + Number(n.total) +
         R"(,"payer_total":)" + Number(n.total - 1) + R"(,"currency":")" + n.currency +
         R"(","payer_currency":"CNY"}})";
}

std::string Body(const Notice& n, std::string_view plain) {
  return R"({"id":")" + n.id +
         R"(","create_time":"2026-01-31T16:00:00+08:00","resource_type":"encrypt-resource",)" +
         R"("event_type":")" + n.event_type + R"(","summary":"支付成功","resource":{)" +
         R"("original_type":")" + n.original_type +
         R"(","algorithm":"AEAD_AES_256_GCM","ciphertext":")" +
         Seal(kApiKey, "fdasflkja484", n.original_type, plain) + R"(","associated_data":")" +
         n.original_type + R"(","nonce":"fdasflkja484"}})";
}

std::string Body(const Notice& n) { return Body(n, Plain(n)); }

}  // namespace paystorm_reference::test
