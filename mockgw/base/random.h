#ifndef PAYSTORM_MOCKGW_BASE_RANDOM_H_
#define PAYSTORM_MOCKGW_BASE_RANDOM_H_

// The only source of chance. A stream is drawn per (seed, purpose, key, attempt), so the order in
// which threads draw cannot change any decision.
// Thread-compatible; make one per use, it is two words.

#include <cstdint>
#include <string>
#include <string_view>

namespace paystorm {

class Random final {
 public:
  // The same four arguments give the same stream on every machine.
  explicit Random(uint64_t seed, std::string_view purpose = {}, std::string_view key = {},
                  uint64_t attempt = 0);

  uint64_t Next();
  // In [0, bound). Requires bound > 0.
  uint64_t Below(uint64_t bound);
  // `length` characters of [0-9a-zA-Z].
  std::string AlphaNumeric(size_t length);
  // `length` characters of [0-9].
  std::string Digits(size_t length);
  // `length` characters of [0-9A-F].
  std::string UpperHex(size_t length);
  // 36 characters with the given version nibble, lower-case, e.g. "7b2b145f-9cda-5573-8be2-...".
  std::string Uuid(char version);

 private:
  std::string FromAlphabet(std::string_view alphabet, size_t length);

  uint64_t state_;
};

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_RANDOM_H_
