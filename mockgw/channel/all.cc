// The table of channels, sorted by name. A test compares it with the folder.

#include <array>
#include <utility>

#include "mockgw/channel/channel.h"
#include "mockgw/channel/wxpay.h"

namespace paystorm::mockgw {
namespace {

const Wxpay kWxpay;

constexpr std::array<const Channel*, 1> kChannels = {&kWxpay};

constexpr std::array<std::pair<Acknowledgement, std::string_view>, 3> kWords = {{
    {Acknowledgement::kAcknowledged, "acknowledged"},
    {Acknowledgement::kRefused, "refused"},
    {Acknowledgement::kUnanswered, "unanswered"},
}};

}  // namespace

const Channel* FindChannel(std::string_view name) {
  for (const Channel* channel : kChannels) {
    if (channel->name() == name) return channel;
  }
  return nullptr;
}

std::vector<std::string_view> ChannelNames() {
  std::vector<std::string_view> names;
  for (const Channel* channel : kChannels) names.push_back(channel->name());
  return names;
}

std::string_view ToString(Acknowledgement acknowledgement) {
  for (const auto& [one, word] : kWords) {
    if (one == acknowledgement) return word;
  }
  return "unknown";
}

std::optional<Acknowledgement> AcknowledgementFromString(std::string_view word) {
  for (const auto& [one, name] : kWords) {
    if (name == word) return one;
  }
  return std::nullopt;
}

}  // namespace paystorm::mockgw
