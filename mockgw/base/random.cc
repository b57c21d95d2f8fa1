#include "mockgw/base/random.h"

#include "mockgw/base/check.h"

namespace paystorm {
namespace {

// splitmix64, from its public description: a full-period step and a finaliser.
constexpr uint64_t kStep = 0x9e3779b97f4a7c15ULL;

uint64_t Finalise(uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
  return value ^ (value >> 31);
}

// FNV-1a; the length goes in too, so that ("ab","c") and ("a","bc") differ.
uint64_t Mix(uint64_t hash, std::string_view text) {
  hash = (hash ^ text.size()) * 0x100000001b3ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

}  // namespace

Random::Random(uint64_t seed, std::string_view purpose, std::string_view key, uint64_t attempt)
    : state_(Finalise(Mix(Mix(0xcbf29ce484222325ULL ^ Finalise(seed + kStep), purpose), key) +
                      kStep * attempt)) {}

uint64_t Random::Next() {
  state_ += kStep;
  return Finalise(state_);
}

uint64_t Random::Below(uint64_t bound) {
  CHECK(bound > 0) << "an empty range has no member";
  // Reject the uneven tail, so that every value is equally likely.
  const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
  uint64_t value = Next();
  while (value >= limit) value = Next();
  return value % bound;
}

std::string Random::FromAlphabet(std::string_view alphabet, size_t length) {
  std::string text;
  text.reserve(length);
  for (size_t i = 0; i < length; ++i) text += alphabet[Below(alphabet.size())];
  return text;
}

std::string Random::AlphaNumeric(size_t length) {
  return FromAlphabet("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", length);
}

std::string Random::Digits(size_t length) { return FromAlphabet("0123456789", length); }

std::string Random::UpperHex(size_t length) { return FromAlphabet("0123456789ABCDEF", length); }

std::string Random::Uuid(char version) {
  std::string text = FromAlphabet("0123456789abcdef", 36);
  for (const size_t dash : {8, 13, 18, 23}) text[dash] = '-';
  text[14] = version;
  text[19] = "89ab"[Below(4)];
  return text;
}

}  // namespace paystorm
