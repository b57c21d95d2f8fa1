#include "mockgw/crypto/rsa.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

namespace paystorm::mockgw::crypto {
namespace {

using BioPtr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using ContextPtr = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using CertificatePtr = std::unique_ptr<X509, decltype(&X509_free)>;

std::shared_ptr<void> Own(EVP_PKEY* key) {
  return {key, [](void* p) { EVP_PKEY_free(static_cast<EVP_PKEY*>(p)); }};
}

EVP_PKEY* Key(const std::shared_ptr<void>& key) { return static_cast<EVP_PKEY*>(key.get()); }

BioPtr Reader(std::string_view text) {
  return {BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), &BIO_free};
}

std::string Written(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<size_t>(size)};
}

CertificatePtr ReadCertificate(std::string_view pem) {
  const BioPtr bio = Reader(pem);
  return {PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr), &X509_free};
}

}  // namespace

Result<RsaPublicKey> RsaPublicKey::FromPem(std::string_view pem) {
  if (const CertificatePtr certificate = ReadCertificate(pem)) {
    return RsaPublicKey(Own(X509_get_pubkey(certificate.get())));
  }
  const BioPtr bio = Reader(pem);
  EVP_PKEY* key = PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr);
  if (key == nullptr) return Invalid("no PEM public key or certificate");
  return RsaPublicKey(Own(key));
}

bool RsaPublicKey::Verify(std::string_view message, std::string_view signature) const {
  const ContextPtr context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  return EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, Key(key_)) == 1 &&
         EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(signature.data()),
                          signature.size(), reinterpret_cast<const unsigned char*>(message.data()),
                          message.size()) == 1;
}

Result<RsaPrivateKey> RsaPrivateKey::Generate() {
  EVP_PKEY* key = EVP_RSA_gen(2048);
  if (key == nullptr) return Internal("cannot generate an RSA key");
  return RsaPrivateKey(Own(key));
}

Result<RsaPrivateKey> RsaPrivateKey::FromPem(std::string_view pem) {
  const BioPtr bio = Reader(pem);
  EVP_PKEY* key = PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr);
  if (key == nullptr) return Invalid("no PEM private key");
  return RsaPrivateKey(Own(key));
}

std::string RsaPrivateKey::Sign(std::string_view message) const {
  const ContextPtr context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  CHECK(EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, Key(key_)) == 1)
      << "an RSA key signs";
  const auto* data = reinterpret_cast<const unsigned char*>(message.data());
  size_t size = static_cast<size_t>(EVP_PKEY_get_size(Key(key_)));
  std::string signature(size, '\0');
  CHECK(EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size,
                       data, message.size()) == 1)
      << "an RSA key signs";
  signature.resize(size);
  return signature;
}

std::string RsaPrivateKey::PrivatePem() const {
  const BioPtr bio(BIO_new(BIO_s_mem()), &BIO_free);
  CHECK(PEM_write_bio_PKCS8PrivateKey(bio.get(), Key(key_), nullptr, nullptr, 0, nullptr,
                                      nullptr) == 1)
      << "a key can be written into memory";
  return Written(bio.get());
}

std::string RsaPrivateKey::PublicPem() const {
  const BioPtr bio(BIO_new(BIO_s_mem()), &BIO_free);
  CHECK(PEM_write_bio_PUBKEY(bio.get(), Key(key_)) == 1) << "a key can be written into memory";
  return Written(bio.get());
}

std::string RsaPrivateKey::CertificatePem(const std::string& serial_hex) const {
  const CertificatePtr certificate(X509_new(), &X509_free);
  BIGNUM* number = nullptr;
  CHECK(!serial_hex.empty() && serial_hex.size() <= 40 &&
        BN_hex2bn(&number, serial_hex.c_str()) == static_cast<int>(serial_hex.size()))
      << "a serial is 1-40 hex digits";
  BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate.get()));
  BN_free(number);
  X509_set_version(certificate.get(), 2);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -86400);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3650L * 86400);
  X509_set_pubkey(certificate.get(), Key(key_));
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("paystorm mock gateway"), -1,
                             -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  CHECK(X509_sign(certificate.get(), Key(key_), EVP_sha256()) > 0) << "an RSA key signs";
  const BioPtr bio(BIO_new(BIO_s_mem()), &BIO_free);
  PEM_write_bio_X509(bio.get(), certificate.get());
  return Written(bio.get());
}

Result<std::string> CertificateSerial(std::string_view pem) {
  const CertificatePtr certificate = ReadCertificate(pem);
  if (certificate == nullptr) return Invalid("no PEM certificate");
  BIGNUM* number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate.get()), nullptr);
  char* hex = BN_bn2hex(number);
  std::string text = hex;
  OPENSSL_free(hex);
  BN_free(number);
  return text;
}

}  // namespace paystorm::mockgw::crypto
