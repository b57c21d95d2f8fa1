#ifndef PAYSTORM_REFERENCE_NOTIFY_FIELDS_H_
#define PAYSTORM_REFERENCE_NOTIFY_FIELDS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace paystorm_reference {

// Flat bodies: each name once, with its value as raw bytes.
using Fields = std::map<std::string, std::string, std::less<>>;

inline constexpr size_t kMaxFields = 256;

// An application/x-www-form-urlencoded body, decoded. nullopt and one line in `*why` when it is
// none, a name stands there twice, or it has more than kMaxFields.
std::optional<Fields> ParseForm(std::string_view body, std::string* why);

// An XML document of one level: <root><name>text or CDATA</name>...</root>, an XML declaration
// before it, the five entities of XML in its texts, and nothing else: no attributes, comments,
// document type or processing instructions. nullopt and one line in `*why` for anything else, a
// name that stands there twice, or more than kMaxFields.
std::optional<Fields> ParseFlatXml(std::string_view text, std::string_view root, std::string* why);

// The value, or empty when there is none.
std::string_view FieldOf(const Fields& fields, std::string_view name);

// Ids are 1..64 bytes of printable ASCII without blanks.
bool IsId(std::string_view text);

// Digits alone, over zero, that fit.
std::optional<int64_t> PositiveNumber(std::string_view text);

// "59980.00" -> 5998000, by whole numbers; two decimals exactly. nullopt for anything else.
std::optional<int64_t> YuanToMinor(std::string_view text);

// Reads fields one after the other and keeps the first complaint.
class FieldReader final {
 public:
  explicit FieldReader(const Fields& fields) : fields_(fields) {}

  std::string Id(std::string_view name);
  int64_t Positive(std::string_view name);
  int64_t Yuan(std::string_view name);  // over zero
  void Complain(std::string_view name);
  // Empty when nothing was wrong.
  const std::string& problem() const { return problem_; }

 private:
  const Fields& fields_;
  std::string problem_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_FIELDS_H_
