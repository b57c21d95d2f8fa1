#ifndef PAYSTORM_MOCKGW_BASE_GUARDED_H_
#define PAYSTORM_MOCKGW_BASE_GUARDED_H_

// Guarded<T>: data that can be reached only through its lock. Inside With() do no I/O and take no
// second lock.
// Thread-safe.

#include <mutex>
#include <utility>

namespace paystorm {

template <typename T>
class Guarded final {
 public:
  Guarded() = default;
  explicit Guarded(T value) : value_(std::move(value)) {}

  // Calls `use(T&)` under the lock and returns what it returns, by value.
  template <typename Use>
  auto With(Use&& use) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::forward<Use>(use)(value_);
  }
  template <typename Use>
  auto With(Use&& use) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::forward<Use>(use)(value_);
  }

 private:
  mutable std::mutex mutex_;
  T value_;
};

}  // namespace paystorm

#endif  // PAYSTORM_MOCKGW_BASE_GUARDED_H_
