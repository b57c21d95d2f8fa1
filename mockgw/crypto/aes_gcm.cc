#include "mockgw/crypto/aes_gcm.h"

#include <openssl/evp.h>

#include <memory>

namespace paystorm::mockgw::crypto {
namespace {

constexpr int kTagSize = 16;
using ContextPtr = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

std::string AesGcmEncrypt(const Secret& key, std::string_view nonce, std::string_view associated,
                          std::string_view plaintext) {
  CHECK(key.Reveal().size() == 32 && nonce.size() == 12) << "AES-256-GCM takes 32 and 12 bytes";
  const ContextPtr context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  std::string sealed(plaintext.size() + kTagSize, '\0');
  int size = 0;
  int last = 0;
  const bool done = EVP_EncryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr,
                                       Bytes(key.Reveal()), Bytes(nonce)) == 1 &&
                    EVP_EncryptUpdate(context.get(), nullptr, &size, Bytes(associated),
                                      static_cast<int>(associated.size())) == 1 &&
                    EVP_EncryptUpdate(context.get(), Bytes(sealed), &size, Bytes(plaintext),
                                      static_cast<int>(plaintext.size())) == 1 &&
                    EVP_EncryptFinal_ex(context.get(), Bytes(sealed) + size, &last) == 1 &&
                    EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, kTagSize,
                                        Bytes(sealed) + plaintext.size()) == 1;
  CHECK(done) << "encryption in memory does not fail";
  return sealed;
}

Result<std::string> AesGcmDecrypt(const Secret& key, std::string_view nonce,
                                  std::string_view associated, std::string_view sealed) {
  if (key.Reveal().size() != 32) return Invalid("an APIv3 key has 32 bytes");
  if (nonce.size() != 12) return Invalid("a GCM nonce has 12 bytes");
  if (sealed.size() < kTagSize) return Invalid("a GCM text has a tag of 16 bytes");
  const std::string_view text = sealed.substr(0, sealed.size() - kTagSize);
  std::string tag(sealed.substr(text.size()));
  const ContextPtr context(EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  std::string plain(text.size(), '\0');
  int size = 0;
  int last = 0;
  const bool done =
      EVP_DecryptInit_ex(context.get(), EVP_aes_256_gcm(), nullptr, Bytes(key.Reveal()),
                         Bytes(nonce)) == 1 &&
      EVP_DecryptUpdate(context.get(), nullptr, &size, Bytes(associated),
                        static_cast<int>(associated.size())) == 1 &&
      EVP_DecryptUpdate(context.get(), Bytes(plain), &size, Bytes(text),
                        static_cast<int>(text.size())) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, kTagSize, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(context.get(), Bytes(plain) + size, &last) == 1;
  if (!done) return Invalid("the GCM tag does not fit");
  return plain;
}

}  // namespace paystorm::mockgw::crypto
