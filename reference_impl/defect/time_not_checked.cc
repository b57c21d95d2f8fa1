#include "defect/time_not_checked.h"

#include <charconv>
#include <memory>
#include <utility>

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

// Believes that it is always the time that the sender names.
class AnyTime final : public SignatureGate {
 public:
  explicit AnyTime(std::unique_ptr<SignatureGate> correct) : correct_(std::move(correct)) {}

  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override {
    return correct_->Check(request, TimeIn(request).value_or(now));
  }

 private:
  static std::optional<std::chrono::system_clock::time_point> TimeIn(const HttpRequest& request) {
    std::string_view text = request.Header("Wechatpay-Timestamp");
    if (text.empty()) text = request.Header("webhook-timestamp");
    if (text.empty() && request.Header("Stripe-Signature").starts_with("t=")) {
      text = request.Header("Stripe-Signature").substr(2);
    }
    int64_t seconds = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), seconds).ec != std::errc()) {
      return std::nullopt;
    }
    return std::chrono::system_clock::from_time_t(seconds);
  }

  const std::unique_ptr<SignatureGate> correct_;
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  WrapGates(strategies, [](std::unique_ptr<SignatureGate> correct) {
    return std::make_unique<AnyTime>(std::move(correct));
  });
}

}  // namespace

const Defect kTimeNotCheckedDefect = {
    "time-not-checked",
    "The time in the signature is not checked: what was recorded once can be replayed for ever.",
    Apply};

}  // namespace paystorm_reference
