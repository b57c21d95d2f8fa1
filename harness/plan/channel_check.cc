#include "harness/plan/channel_check.h"

#include <algorithm>
#include <vector>

#include "harness/plan/placeholders.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/signing.h"

namespace paystorm {
namespace {

template <typename Word>
std::string Listed(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

template <typename Word>
bool Has(const std::vector<Word>& words, const Word& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string RefusesOrder(const mockgw::Channel& channel, const std::string& number,
                         const GivenOrder& given) {
  mockgw::Notification payment;
  payment.order_no = number;
  payment.amount_minor = given.amount_minor;
  payment.currency = given.currency;
  return channel.Refuses(payment);
}

Result<void> CheckHow(const mockgw::Channel& channel, const DeliverStep& step,
                      mockgw::EventKind kind) {
  const std::string_view name = channel.name();
  const auto variants = channel.variants(kind);
  if (!Has(variants, step.variant)) {
    std::vector<std::string_view> words;
    words.reserve(variants.size());
    for (const auto variant : variants) words.push_back(mockgw::ToString(variant));
    return InvalidAt(step.position,
                     Format("{} has no variant {} of a {}; it has {}", name,
                            mockgw::ToString(step.variant), mockgw::ToString(kind), Listed(words)));
  }
  const auto signings = mockgw::SigningWords(channel);
  if (!step.signing.empty() && !Has(signings, std::string_view(step.signing))) {
    return InvalidAt(
        step.position,
        signings.empty()
            ? Format("{} signs in one way only, so it takes no \"signing\"", name)
            : Format("{} has no signing \"{}\"; it has {}", name, step.signing, Listed(signings)));
  }
  const auto schedules = channel.schedules();
  if (!step.schedule.empty() && step.schedule != "once" &&
      !Has(schedules, std::string_view(step.schedule))) {
    return InvalidAt(step.position, Format("{} never sends on the schedule {}; it has {}, once",
                                           name, step.schedule, Listed(schedules)));
  }
  return {};
}

}  // namespace paystorm
