#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "harness/cli/commands.h"
#include "harness/cli/target_check.h"
#include "harness/process/temp_folder.h"
#include "harness/scenario/values.h"
#include "mockgw/base/clock.h"
#include "mockgw/base/format.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/keys.h"
#include "mockgw/channel/override.h"
#include "mockgw/channel/signing.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

using mockgw::Channel;
using mockgw::Notification;

// What the flags say, checked against the tables.
struct Delivery {
  const Channel* channel = nullptr;
  Notification notification;
  mockgw::Variant variant = mockgw::Variant::kGenuine;
};

std::vector<std::string> Texts(const std::vector<std::string_view>& words) {
  return {words.begin(), words.end()};
}

template <typename Value>
std::vector<std::string> Texts(const std::vector<Value>& values) {
  std::vector<std::string> texts;
  texts.reserve(values.size());
  for (const Value value : values) texts.emplace_back(mockgw::ToString(value));
  return texts;
}

Error Unknown(std::string_view kind, const std::string& word,
              const std::vector<std::string>& known) {
  return Invalid(Format("unknown {} \"{}\"{}", kind, word, Suggestion(word, known)));
}

Result<Delivery> Words(const SendFlags& flags) {
  Delivery delivery;
  delivery.channel = mockgw::FindChannel(flags.channel);
  if (delivery.channel == nullptr) {
    return Unknown("channel", flags.channel, Texts(mockgw::ChannelNames()));
  }
  const auto kind = mockgw::EventKindFromString(flags.event);
  if (!kind) return Unknown("event", flags.event, Texts(mockgw::AllEventKinds()));
  const auto variant = mockgw::VariantFromString(flags.variant);
  if (!variant) return Unknown("variant", flags.variant, Texts(mockgw::AllVariants()));
  const auto shape = mockgw::ShapeFromString(flags.shape);
  if (!shape) return Unknown("shape", flags.shape, Texts(mockgw::AllShapes()));
  const auto form = mockgw::OrderFormFromString(flags.form);
  if (!form) return Unknown("form", flags.form, {"ordinary", "partner", "combined"});
  delivery.variant = *variant;
  delivery.notification.kind = *kind;
  delivery.notification.shape = *shape;
  delivery.notification.form = *form;
  for (const std::string& text : flags.set) {
    auto change = mockgw::ParseOverride(text);
    if (!change) return change.error();
    delivery.notification.overrides.push_back(*std::move(change));
  }
  return delivery;
}

// Whether the channel has these at all; Refuses has spoken of the content.
Result<void> CheckHow(const Channel& channel, const SendFlags& flags, const Delivery& delivery) {
  const auto variants = Texts(channel.variants(delivery.notification.kind));
  if (std::find(variants.begin(), variants.end(), flags.variant) == variants.end()) {
    return Invalid(Format("{} has no variant {}{}", channel.name(), flags.variant,
                          Suggestion(flags.variant, variants)));
  }
  const auto signings = Texts(mockgw::SigningWords(channel));
  if (!flags.signing.empty() &&
      std::find(signings.begin(), signings.end(), flags.signing) == signings.end()) {
    return Unknown(Format("signing of {}", channel.name()), flags.signing, signings);
  }
  return {};
}

Result<void> Fill(const SendFlags& flags, SystemTime now, Delivery& delivery) {
  const Channel& channel = *delivery.channel;
  Notification& n = delivery.notification;
  n.created_at = now;
  n.order_no =
      flags.order_no.empty() ? "T" + Random(flags.seed, "order_no").Digits(17) : flags.order_no;
  n.trade_no = channel.TradeNo(now, Random(flags.seed, "trade_no"));
  n.amount_minor = flags.amount_minor;
  n.currency = !flags.currency.empty() ? flags.currency : flags.channel == "stripe" ? "USD" : "CNY";
  if (mockgw::IsRefund(n.kind)) {
    n.out_refund_no = "R" + Random(flags.seed, "out_refund_no").Digits(17);
    n.refund_id = channel.RefundId(now, Random(flags.seed, "refund_id"));
    n.refund_minor = flags.refund_minor == 0 ? flags.amount_minor : flags.refund_minor;
    n.refunded_total_minor = n.refund_minor;
  }
  if (std::string never = channel.Refuses(n); !never.empty()) return Invalid(never);
  n.notify_id = channel.NotifyId(n, Random(flags.seed, "notify_id"));
  return CheckHow(channel, flags, delivery);
}

Result<mockgw::ChannelKeys> Keys(const std::string& folder) {
  if (folder.empty()) {
    auto temporary = TempFolder::Make();
    if (!temporary) return temporary.error();
    std::fputs("paystorm: signed with keys made for this once; name a folder with --keys-dir\n",
               stderr);
    return mockgw::MakeKeys((*temporary)->path() + "/keys");
  }
  std::error_code code;
  return std::filesystem::exists(folder, code) ? mockgw::LoadKeys(folder)
                                               : mockgw::MakeKeys(folder);
}

void Print(const mockgw::HttpRequest& request) {
  std::printf("%s %s\n", request.method.c_str(), request.url.c_str());
  for (const auto& [name, value] : request.headers) {
    std::printf("%s: %s\n", name.c_str(), value.c_str());
  }
  std::printf("\n%s\n", request.body.c_str());
}

int Send(const Channel& channel, const mockgw::HttpRequest& request) {
  mockgw::CurlClient http;
  const mockgw::SendResult result = http.Send(request, channel.response_limit());
  const mockgw::Judgement judgement = channel.Judge(result);
  const auto took =
      std::chrono::duration_cast<std::chrono::milliseconds>(result.ended - result.started);
  std::printf("%s: %s, %lld ms\n", std::string(ToString(judgement.acknowledgement)).c_str(),
              judgement.reason.c_str(), static_cast<long long>(took.count()));
  if (result.answer && !result.answer->body.empty()) {
    std::printf("%s\n", result.answer->body.c_str());
  }
  switch (judgement.acknowledgement) {
    case mockgw::Acknowledgement::kAcknowledged:
      return kExitOk;
    case mockgw::Acknowledgement::kRefused:
      return kExitViolated;
    case mockgw::Acknowledgement::kUnanswered:
      break;
  }
  return kExitCouldNotRun;
}

}  // namespace

int SendCommand(const SendFlags& flags) {
  if (flags.to.empty() && !flags.print) {
    return Complain(Invalid("--to says where to; --print shows what would be sent"));
  }
  if (!flags.to.empty()) {
    if (auto fine = CheckTarget(flags.to, flags.allow_hosts); !fine) return Complain(fine.error());
  }
  const RealClock clock;
  auto delivery = Words(flags);
  if (!delivery) return Complain(delivery.error());
  if (auto filled = Fill(flags, clock.Now(), *delivery); !filled) return Complain(filled.error());
  const Channel& channel = *delivery->channel;
  auto keys = Keys(flags.keys_dir);
  if (!keys) return Complain(keys.error());
  if (const std::string file = channel.MissingKey(*keys); !file.empty()) {
    return Complain(
        Invalid(Format("channel {} needs {}/{}", channel.name(), flags.keys_dir, file)));
  }
  const std::string url = flags.to.empty() ? "/notify/" + flags.channel : flags.to;
  const mockgw::HttpRequest request =
      BuildRequest(channel, delivery->notification, delivery->variant,
                   mockgw::WithSigning(channel, *std::move(keys), flags.signing), url, flags.seed,
                   clock.Now(), Random(flags.seed, "attempt", delivery->notification.notify_id));
  if (flags.print) {
    Print(request);
    return kExitOk;
  }
  return Send(channel, request);
}

}  // namespace paystorm
