#include "mockgw/crypto/aes_ecb.h"

#include <openssl/evp.h>

#include <memory>

#include "mockgw/base/check.h"

namespace paystorm::mockgw::crypto {

std::string AesEcbEncrypt(const Secret& key, std::string_view plaintext) {
  constexpr size_t kBlock = 16;
  CHECK(key.Reveal().size() == 32) << "AES-256 takes 32 bytes";
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context(
      EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free);
  std::string sealed(plaintext.size() + kBlock, '\0');
  auto* const out = reinterpret_cast<unsigned char*>(sealed.data());
  int size = 0;
  int last = 0;
  const bool done = EVP_EncryptInit_ex(context.get(), EVP_aes_256_ecb(), nullptr,
                                       reinterpret_cast<const unsigned char*>(key.Reveal().data()),
                                       nullptr) == 1 &&
                    EVP_EncryptUpdate(context.get(), out, &size,
                                      reinterpret_cast<const unsigned char*>(plaintext.data()),
                                      static_cast<int>(plaintext.size())) == 1 &&
                    EVP_EncryptFinal_ex(context.get(), out + size, &last) == 1;
  CHECK(done) << "encryption in memory does not fail";
  sealed.resize(static_cast<size_t>(size + last));
  return sealed;
}

}  // namespace paystorm::mockgw::crypto
