#include "notify/json_reader.h"

#include <utility>

#include "notify/fields.h"
#include "notify/json_body.h"

namespace paystorm_reference {

std::string JsonReader::Id(const char* key) {
  auto text = TextMember(object_, key);
  if (text && IsId(*text)) return std::move(*text);
  Complain(key);
  return "";
}

int64_t JsonReader::Positive(const char* key) {
  const auto value = IntMember(object_, key);
  if (value && *value > 0) return *value;
  Complain(key);
  return 0;
}

void JsonReader::Complain(const char* key) {
  if (problem_.empty()) problem_ = std::string("missing or malformed: ") + key;
}

}  // namespace paystorm_reference
