#include "defect/missing_signature_accepted.h"

#include <memory>
#include <utility>

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

// Verifies what is there to verify.
class OnlyWhenSigned final : public SignatureGate {
 public:
  explicit OnlyWhenSigned(std::unique_ptr<SignatureGate> correct) : correct_(std::move(correct)) {}

  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override {
    std::string refusal = correct_->Check(request, now);
    return refusal.starts_with("missing header") ? "" : refusal;
  }

 private:
  const std::unique_ptr<SignatureGate> correct_;
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  WrapGates(strategies, [](std::unique_ptr<SignatureGate> correct) {
    return std::make_unique<OnlyWhenSigned>(std::move(correct));
  });
}

}  // namespace

const Defect kMissingSignatureAcceptedDefect = {
    "missing-signature-accepted",
    "A signature is verified when there is one: leaving its headers out is enough.", Apply};

}  // namespace paystorm_reference
