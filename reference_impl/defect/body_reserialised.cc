#include "defect/body_reserialised.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "defect/forgiving_parts.h"

namespace paystorm_reference {
namespace {

// Verifies over JSON that was parsed and written again.
class OverOtherBytes final : public SignatureGate {
 public:
  explicit OverOtherBytes(std::unique_ptr<SignatureGate> correct) : correct_(std::move(correct)) {}

  std::string Check(const HttpRequest& request,
                    std::chrono::system_clock::time_point now) const override {
    HttpRequest rewritten = request;
    const auto parsed = nlohmann::ordered_json::parse(request.body, nullptr, false);
    if (!parsed.is_discarded()) rewritten.body = parsed.dump();
    return correct_->Check(rewritten, now);
  }

 private:
  const std::unique_ptr<SignatureGate> correct_;
};

void Apply(Strategies& strategies, const StrategyTools& /*tools*/) {
  WrapGates(strategies, [](std::unique_ptr<SignatureGate> correct) {
    return std::make_unique<OverOtherBytes>(std::move(correct));
  });
}

}  // namespace

const Defect kBodyReserialisedDefect = {
    "body-reserialised",
    "The signature is verified over JSON that was parsed and written again: a genuine notification "
    "with blanks in it is refused for ever.",
    Apply};

}  // namespace paystorm_reference
