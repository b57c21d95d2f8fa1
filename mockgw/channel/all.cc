// The table of channels, sorted by name. A test compares it with the folder.

#include <algorithm>
#include <array>
#include <utility>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/alipay.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/standard_webhooks.h"
#include "mockgw/channel/stripe.h"
#include "mockgw/channel/wxpay.h"
#include "mockgw/channel/wxpay_v2.h"

namespace paystorm::mockgw {
namespace {

const Alipay kAlipay;
const StandardWebhooks kStandardWebhooks;
const Stripe kStripe;
const Wxpay kWxpay;
const WxpayV2 kWxpayV2;

constexpr std::array<const Channel*, 5> kChannels = {&kAlipay, &kStandardWebhooks, &kStripe,
                                                     &kWxpay, &kWxpayV2};

constexpr std::array<std::pair<Acknowledgement, std::string_view>, 3> kWords = {{
    {Acknowledgement::kAcknowledged, "acknowledged"},
    {Acknowledgement::kRefused, "refused"},
    {Acknowledgement::kUnanswered, "unanswered"},
}};

template <typename Word>
std::string Listed(const std::vector<Word>& words) {
  std::string text;
  for (const Word word : words) {
    if (!text.empty()) text += ", ";
    text += ToString(word);
  }
  return text;
}

}  // namespace

const Channel* FindChannel(std::string_view name) {
  for (const Channel* channel : kChannels) {
    if (channel->name() == name) return channel;
  }
  return nullptr;
}

std::vector<std::string_view> ChannelNames() {
  std::vector<std::string_view> names;
  names.reserve(kChannels.size());
  for (const Channel* channel : kChannels) names.push_back(channel->name());
  return names;
}

HttpRequest BuildRequest(const Channel& channel, const Notification& notification, Variant variant,
                         const ChannelKeys& keys, const std::string& url, uint64_t seed,
                         SystemTime signing_time, Random random) {
  if (variant != Variant::kOtherChannel) {
    return channel.Build(notification, variant, keys, url, seed, signing_time, random);
  }
  Notification plain = notification;
  plain.shape = Shape::kPlain;
  plain.form = OrderForm::kOrdinary;
  plain.more_orders.clear();
  plain.kind = IsRefund(plain.kind) ? EventKind::kRefundSuccess : EventKind::kPaymentSuccess;
  for (const Channel* other : kChannels) {
    if (other == &channel || !other->MissingKey(keys).empty()) continue;
    if (!other->Refuses(plain).empty()) continue;
    return other->Build(plain, Variant::kGenuine, keys, url, seed, signing_time, random);
  }
  CHECK(false) << "some channel takes any plain notification";
  return {};
}

std::string RefusesCommon(const Channel& channel, const Notification& notification) {
  const std::vector<EventKind> events = channel.events();
  if (std::find(events.begin(), events.end(), notification.kind) == events.end()) {
    return Format("{} sends no {}; it sends {}", channel.name(), ToString(notification.kind),
                  Listed(events));
  }
  const std::vector<Shape> shapes = channel.shapes();
  if (std::find(shapes.begin(), shapes.end(), notification.shape) == shapes.end()) {
    return Format("{} has no shape {}; it has {}", channel.name(), ToString(notification.shape),
                  Listed(shapes));
  }
  if (notification.form != OrderForm::kOrdinary && channel.name() != "wxpay") {
    return Format("{} has no {} orders", channel.name(), ToString(notification.form));
  }
  if (notification.amount_minor <= 0) return "an amount is over zero";
  return {};
}

SystemTime SignedAt(Variant variant, SystemTime now) {
  if (variant == Variant::kStale) return now - std::chrono::seconds(301);
  if (variant == Variant::kFuture) return now + std::chrono::seconds(306);
  return now;
}

std::optional<Judgement> JudgeWithoutAnswer(const SendResult& result) {
  if (result.outcome == SendOutcome::kAnswered) return std::nullopt;
  return Judgement{Acknowledgement::kUnanswered, result.outcome == SendOutcome::kNotSent,
                   result.error};
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
