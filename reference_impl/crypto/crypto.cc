#include "crypto/crypto.h"

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include <array>
#include <climits>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace paystorm_reference {
namespace {

template <auto Free>
struct FreeWith {
  template <typename T>
  void operator()(T* value) const {
    Free(value);
  }
};
using Bio = std::unique_ptr<BIO, FreeWith<BIO_free_all>>;
using Pkey = std::unique_ptr<EVP_PKEY, FreeWith<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreeWith<X509_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreeWith<EVP_MD_CTX_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, FreeWith<EVP_CIPHER_CTX_free>>;
using BigNumber = std::unique_ptr<BIGNUM, FreeWith<BN_free>>;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Bio Reading(std::string_view text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

// A passphrase is never asked for on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*writing*/, void* /*context*/) { return 0; }

bool IsUsable(EVP_PKEY* key, std::string* error) {
  if (EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA) {
    *error = "not an RSA key";
    return false;
  }
  if (EVP_PKEY_get_bits(key) < 2048) {
    *error = "an RSA key of fewer than 2048 bits";
    return false;
  }
  return true;
}

constexpr std::array<int8_t, 256> MakeAlphabet() {
  std::array<int8_t, 256> values{};
  for (auto& value : values) value = -1;
  const std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < letters.size(); ++i) {
    values[static_cast<unsigned char>(letters[i])] = static_cast<int8_t>(i);
  }
  return values;
}
constexpr std::array<int8_t, 256> kAlphabet = MakeAlphabet();

}  // namespace

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  for (size_t i = 0; i < text.size() - padding; ++i) {
    const int value = kAlphabet[static_cast<unsigned char>(text[i])];
    if (value < 0) return std::nullopt;
    bits = (bits << 6) | static_cast<uint32_t>(value);
    if (i % 4 == 3) {
      out += static_cast<char>(bits >> 16);
      out += static_cast<char>(bits >> 8);
      out += static_cast<char>(bits);
      bits = 0;
    }
  }
  if (padding == 1) {
    if ((bits & 3U) != 0) return std::nullopt;
    out += static_cast<char>(bits >> 10);
    out += static_cast<char>(bits >> 2);
  } else if (padding == 2) {
    if ((bits & 15U) != 0) return std::nullopt;
    out += static_cast<char>(bits >> 4);
  }
  return out;
}

struct PublicKey::Loaded {
  Pkey key;
};

PublicKey::PublicKey(std::unique_ptr<Loaded> loaded) : loaded_(std::move(loaded)) {}
PublicKey::~PublicKey() = default;

std::shared_ptr<const PublicKey> PublicKey::FromPem(std::string_view pem, std::string* error) {
  const Bio bio = Reading(pem);
  Pkey key(PEM_read_bio_PUBKEY(bio.get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  if (!key) {
    *error = "not a PEM public key";
    return nullptr;
  }
  if (!IsUsable(key.get(), error)) return nullptr;
  auto loaded = std::make_unique<Loaded>();
  loaded->key = std::move(key);
  return std::shared_ptr<const PublicKey>(new PublicKey(std::move(loaded)));
}

std::shared_ptr<const PublicKey> PublicKey::FromCertificatePem(std::string_view pem,
                                                               std::string* serial,
                                                               std::string* error) {
  const Bio bio = Reading(pem);
  const Certificate certificate(PEM_read_bio_X509(bio.get(), nullptr, NoPassphrase, nullptr));
  ERR_clear_error();
  if (!certificate) {
    *error = "not a PEM certificate";
    return nullptr;
  }
  Pkey key(X509_get_pubkey(certificate.get()));
  if (!key) {
    *error = "a certificate without a usable key";
    return nullptr;
  }
  if (!IsUsable(key.get(), error)) return nullptr;
  const BigNumber number(ASN1_INTEGER_to_BN(X509_get0_serialNumber(certificate.get()), nullptr));
  char* hex = number ? BN_bn2hex(number.get()) : nullptr;
  if (hex == nullptr) {
    *error = "a certificate without a serial number";
    return nullptr;
  }
  *serial = hex;
  OPENSSL_free(hex);
  auto loaded = std::make_unique<Loaded>();
  loaded->key = std::move(key);
  return std::shared_ptr<const PublicKey>(new PublicKey(std::move(loaded)));
}

bool PublicKey::Verify(std::string_view message, std::string_view signature) const {
  const DigestContext context(EVP_MD_CTX_new());
  const bool good = context &&
                    EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr,
                                         loaded_->key.get()) == 1 &&
                    EVP_DigestVerify(context.get(), Bytes(signature), signature.size(),
                                     Bytes(message), message.size()) == 1;
  ERR_clear_error();
  return good;
}

std::optional<std::string> DecryptAesGcm(std::string_view key, std::string_view nonce,
                                         std::string_view associated_data,
                                         std::string_view sealed) {
  if (key.size() != kAesKeyBytes || nonce.size() != kGcmNonceBytes ||
      sealed.size() < kGcmTagBytes || sealed.size() > INT_MAX || associated_data.size() > INT_MAX) {
    return std::nullopt;
  }
  const std::string_view ciphertext = sealed.substr(0, sealed.size() - kGcmTagBytes);
  std::string tag(sealed.substr(ciphertext.size()));
  const CipherContext context(EVP_CIPHER_CTX_new());
  std::string plain(ciphertext.size() + 1, '\0');
  auto* out = reinterpret_cast<unsigned char*>(plain.data());
  int size = 0;
  int last = 0;
  bool good = context && EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, Bytes(key),
                                            Bytes(nonce)) == 1;
  if (good && !associated_data.empty()) {
    good = EVP_DecryptUpdate(context.get(), nullptr, &size, Bytes(associated_data),
                             static_cast<int>(associated_data.size())) == 1;
    size = 0;
  }
  if (good && !ciphertext.empty()) {
    good = EVP_DecryptUpdate(context.get(), out, &size, Bytes(ciphertext),
                             static_cast<int>(ciphertext.size())) == 1;
  }
  good = good &&
         EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, static_cast<int>(tag.size()),
                             tag.data()) == 1 &&
         EVP_DecryptFinal_ex(context.get(), out + size, &last) == 1;
  ERR_clear_error();
  if (!good) return std::nullopt;
  plain.resize(static_cast<size_t>(size + last));
  return plain;
}

std::string RandomHex(size_t bytes) {
  std::string raw(bytes, '\0');
  if (RAND_bytes(reinterpret_cast<unsigned char*>(raw.data()), static_cast<int>(bytes)) != 1) {
    throw std::runtime_error("the system has no random bytes");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes);
  for (const char c : raw) {
    const auto value = static_cast<unsigned char>(c);
    out += kDigits[value >> 4U];
    out += kDigits[value & 15U];
  }
  return out;
}

}  // namespace paystorm_reference
