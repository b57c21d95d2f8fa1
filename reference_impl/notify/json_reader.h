#ifndef PAYSTORM_REFERENCE_NOTIFY_JSON_READER_H_
#define PAYSTORM_REFERENCE_NOTIFY_JSON_READER_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace paystorm_reference {

// Reads members of an object one after the other and keeps the first complaint.
class JsonReader final {
 public:
  // Borrowed.
  explicit JsonReader(const nlohmann::json& object) : object_(object) {}

  std::string Id(const char* key);
  int64_t Positive(const char* key);
  void Complain(const char* key);
  // Empty when nothing was wrong.
  const std::string& problem() const { return problem_; }

 private:
  const nlohmann::json& object_;
  std::string problem_;
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_NOTIFY_JSON_READER_H_
