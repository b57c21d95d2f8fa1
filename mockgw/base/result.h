#ifndef PAYSTORM_MOCKGW_BASE_RESULT_H_
#define PAYSTORM_MOCKGW_BASE_RESULT_H_

// Result<T>: a value, or the Error that the outside world caused. Names follow std::expected.
// Thread-compatible.

#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "mockgw/base/check.h"

namespace paystorm {

enum class ErrorCode {
  kInvalid,      // what a person gave us is wrong: exit code 2
  kUnavailable,  // a server, file or port cannot be had: exit code 3
  kTimeout,      // a deadline passed: exit code 3
  kInternal,     // an answer of the outside world that we did not expect: exit code 3
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  // One line: what happened, then what to do; with file:line:column or address where there is one.
  std::string message;
  // True when the operation may have taken effect although no answer came.
  bool may_have_happened = false;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: by intent
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: by intent

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Requires has_value().
  T& value() & {
    CHECK(has_value()) << error().message;
    return std::get<0>(state_);
  }
  const T& value() const& {
    CHECK(has_value()) << error().message;
    return std::get<0>(state_);
  }
  T&& value() && {
    CHECK(has_value()) << error().message;
    return std::get<0>(std::move(state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Requires !has_value().
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// The result of an operation that has nothing to say when it succeeds.
template <>
class [[nodiscard]] Result<void> {
 public:
  using value_type = void;

  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT: by intent

  bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }
  const Error& error() const {
    CHECK(failed_) << "error() of a success";
    return error_;
  }

 private:
  bool failed_ = false;
  Error error_;
};

inline Error Invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }
inline Error Unavailable(std::string message) {
  return {ErrorCode::kUnavailable, std::move(message)};
}
inline Error Timeout(std::string message) { return {ErrorCode::kTimeout, std::move(message)}; }
inline Error Internal(std::string message) { return {ErrorCode::kInternal, std::move(message)}; }

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_RESULT_H_
