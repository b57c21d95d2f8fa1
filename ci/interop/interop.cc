// Sends everything that each channel can send to the SDKs that merchants verify with, and what
// those SDKs sign to the reference. Whatever is genuine must be accepted and read as it was meant,
// whatever is hostile refused. What an SDK does not look at by itself is named and not counted.
// Usage: paystorm_interop NODE JUDGES_MJS REFERENCE; prints a table, ends with "N passed, N
// failed".

#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/temp_folder.h"
#include "harness/run/reference_subject.h"
#include "harness/services/services.h"
#include "harness/store/mysql.h"
#include "harness/subject/subject.h"
#include "mockgw/base/clock.h"
#include "mockgw/base/format.h"
#include "mockgw/base/json.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/keys.h"
#include "mockgw/channel/signing.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

using namespace mockgw;  // NOLINT: a program of one file

constexpr std::chrono::milliseconds kAnswerLimit{10000};
constexpr size_t kMostShown = 20;

struct Tally {
  int accepted = 0;
  int sent = 0;
  int refused = 0;
  int hostile = 0;
};

// One thing to send.
struct Case {
  Notification notification;
  Variant variant = Variant::kGenuine;
  std::string signing;
};

class Interop final {
 public:
  Interop(const ChannelKeys& keys, std::string base) : keys_(keys), base_(std::move(base)) {}

  int failed() const { return failed_; }
  int passed() const { return passed_; }

  Json Ask(const std::string& path) {
    HttpRequest request;
    request.method = "GET";
    request.url = base_ + path;
    return Answer(http_.Send(request, kAnswerLimit));
  }

  // All that the judge's channel can send.
  void Judge(const Json& judge) {
    const Channel& channel = *FindChannel(judge["channel"].get<std::string>());
    const std::string sdk = judge["sdk"];
    const std::string label = Format("{} {}", sdk, judge["version"].get<std::string>());
    Tally tally;
    std::map<std::string, int> left_out;
    for (const Case& one : CasesOf(channel)) {
      const std::string cell = NotChecked(judge["not_checked"], one);
      if (!cell.empty()) {
        ++left_out[cell];
        continue;
      }
      Send(channel, sdk, one, tally);
    }
    std::printf("%-32s %-18s %4d of %4d accepted  %3d of %3d refused\n", label.c_str(),
                std::string(channel.name()).c_str(), tally.accepted, tally.sent, tally.refused,
                tally.hostile);
    for (const auto& [cell, times] : left_out) {
      std::printf("    not checked by this SDK: %s, %d times: %s\n", cell.c_str(), times,
                  judge["not_checked"][cell].get<std::string>().c_str());
    }
  }

  // A request that an SDK signed, to the reference.
  void Signed(const std::string& signer, const std::string& order_no, const std::string& url) {
    const Json made = Ask(Format("/sign/{}?order_no={}&amount_minor=9900", signer, order_no));
    HttpRequest request;
    request.url = url;
    for (const auto& [name, value] : made["headers"].items()) {
      request.headers.emplace_back(name, value.get<std::string>());
    }
    request.body = made["body"];
    const SendResult result = http_.Send(request, kAnswerLimit);
    const std::string channel = signer.substr(signer.find('/') + 1);
    const Judgement judgement = FindChannel(channel)->Judge(result);
    const bool taken = judgement.acknowledgement == Acknowledgement::kAcknowledged;
    std::printf("%-32s %-18s %s\n", signer.substr(0, signer.find('/')).c_str(), channel.c_str(),
                taken ? "signed, the reference acknowledged" : "NOT TAKEN");
    Count(taken,
          Format("{}: {} {}", signer, judgement.reason, result.answer ? result.answer->body : ""));
  }

  void Count(bool good, const std::string& what) {
    ++(good ? passed_ : failed_);
    if (!good && static_cast<size_t>(failed_) <= kMostShown) {
      std::printf("FAILED %s\n", what.c_str());
    }
  }

 private:
  Json Answer(const SendResult& result) {
    if (!result.answer || result.answer->status != 200) {
      return Json{{"error", result.answer ? result.answer->body : result.error}};
    }
    auto json = ParseJson(result.answer->body);
    return json ? *std::move(json) : Json{{"error", json.error().message}};
  }

  Notification Some(const Channel& channel, EventKind kind) {
    const std::string key = Format("{}", ++drawn_);
    Notification n;
    n.kind = kind;
    n.created_at = clock_.Now();
    n.order_no = "T" + Random(1, "order", key).Digits(17);
    n.trade_no = channel.TradeNo(n.created_at, Random(1, "trade", key));
    n.amount_minor = 9900;
    if (IsRefund(kind)) {
      n.out_refund_no = "R" + key;
      n.refund_id = channel.RefundId(n.created_at, Random(1, "refund", key));
      n.refund_minor = 300;
      n.refunded_total_minor = 300;
    }
    n.notify_id = channel.NotifyId(n, Random(1, "notify", key));
    return n;
  }

  std::vector<Case> CasesOf(const Channel& channel) {
    std::vector<Case> cases;
    auto signings = SigningWords(channel);
    if (signings.empty()) signings.emplace_back("");
    const auto add = [&](Notification n, std::string_view signing) {
      if (channel.Refuses(n).empty())
        cases.push_back({std::move(n), Variant::kGenuine, std::string(signing)});
    };
    for (const EventKind kind : channel.events()) {
      for (const std::string_view signing : signings) {
        for (const Shape shape : channel.shapes()) {
          for (const OrderForm form :
               {OrderForm::kOrdinary, OrderForm::kPartner, OrderForm::kCombined}) {
            Notification n = Some(channel, kind);
            n.shape = shape;
            n.form = form;
            if (form == OrderForm::kCombined) n.more_orders = {{"T2", n.trade_no + "2", 100}};
            add(std::move(n), signing);
          }
        }
        for (const int64_t amount : {1L, 10L, 1999L, 59980L, 2147483648L}) {
          for (const char* currency : {"CNY", "JPY", "KWD"}) {
            Notification n = Some(channel, kind);
            n.amount_minor = amount;
            n.currency = currency;
            if (IsRefund(kind)) n.refund_minor = n.refunded_total_minor = amount;
            add(std::move(n), signing);
          }
        }
        for (const Variant variant : channel.variants(kind)) {
          if (variant != Variant::kGenuine) {
            cases.push_back({Some(channel, kind), variant, std::string(signing)});
          }
        }
      }
    }
    return cases;
  }

  static std::string NotChecked(const Json& not_checked, const Case& one) {
    for (const std::string& cell :
         {Format("variant {}", ToString(one.variant)), Format("signing {}", one.signing),
          Format("shape {}", ToString(one.notification.shape))}) {
      if (not_checked.contains(cell)) return cell;
    }
    return {};
  }

  void Send(const Channel& channel, const std::string& sdk, const Case& one, Tally& tally) {
    const Notification& n = one.notification;
    const HttpRequest request =
        BuildRequest(channel, n, one.variant, WithSigning(channel, keys_, one.signing),
                     Format("{}/judge/{}/{}", base_, sdk, channel.name()), 1, clock_.Now(),
                     Random(1, "attempt", n.notify_id));
    const Json said = Answer(http_.Send(request, kAnswerLimit));
    const bool genuine = one.variant == Variant::kGenuine;
    bool good = said.contains("accepted") && said["accepted"].get<bool>() == genuine;
    if (good && genuine) good = ReadAsMeant(n, said);
    (genuine ? tally.accepted : tally.refused) += good ? 1 : 0;
    ++(genuine ? tally.sent : tally.hostile);
    Count(good, Format("{} {} {} {} {} {} {} {} {}: {}", sdk, channel.name(), ToString(n.kind),
                       ToString(n.shape), ToString(n.form), ToString(one.variant), one.signing,
                       n.amount_minor, n.currency, DumpJson(said)));
  }

  // Alipay's refunds carry the running total; stripe's do not carry the order's.
  static bool ReadAsMeant(const Notification& n, const Json& said) {
    const bool amount_sent = said["amount_minor"] != 0;
    return said["order_no"] == n.order_no &&
           (!amount_sent || said["amount_minor"] == n.amount_minor) &&
           said["refund_minor"] == n.refund_minor && (amount_sent || IsRefund(n.kind));
  }

  const ChannelKeys& keys_;
  const std::string base_;
  const RealClock clock_;
  CurlClient http_;
  int drawn_ = 0;
  int passed_ = 0;
  int failed_ = 0;
};

// What the SDKs sign, to a reference of its own on private stores.
Result<void> AskTheReference(Interop& interop, const ChannelKeys& keys, const std::string& folder,
                             const std::string& program) {
  auto mariadb = StartMariaDb(folder + "/mariadb", false);
  if (!mariadb) return mariadb.error();
  auto redis = StartRedis(folder + "/redis", false);
  if (!redis) return redis.error();
  MysqlAddress address;
  address.address = (*mariadb)->address();
  auto database = ConnectMysql(address);
  if (!database) return database.error();
  if (auto made = (*database)->Execute("CREATE DATABASE shop CHARACTER SET utf8mb4"); !made) {
    return made.error();
  }
  const ReferenceSetup setup = {
      program, keys, folder + "/keys", address.address, "shop", (*redis)->address(), folder};
  auto reference = StartCommand(ReferenceCommand(ReferenceSubject(), setup, 0));
  if (!reference) return reference.error();
  int number = 0;
  for (const Json& one : interop.Ask("/signers")) {
    const std::string signer = one;
    const std::string channel = signer.substr(signer.find('/') + 1);
    const Payee payee = FindChannel(channel)->payee(keys);
    const std::string order_no = Format("S{}", ++number);
    auto given = (*database)->Execute(
        "INSERT INTO shop.`order` (order_no, amount_minor, currency, channel, mchid, appid) "
        "VALUES (?, 9900, 'CNY', ?, ?, ?)",
        {order_no, channel, payee.mchid, payee.appid});
    if (!given) return given.error();
    interop.Signed(signer, order_no, Format("{}/notify/{}", (*reference)->base_url(), channel));
    auto paid =
        (*database)->Query("SELECT status FROM shop.`order` WHERE order_no = ?", {order_no});
    if (!paid) return paid.error();
    interop.Count(paid->At(0, "status") == "paid", signer + ": the order is not paid");
  }
  return {};
}

Result<int> Run(const std::string& node, const std::string& judges, const std::string& reference) {
  auto folder = TempFolder::Make();
  if (!folder) return folder.error();
  const std::string& path = (*folder)->path();
  auto keys = MakeKeys(path + "/keys");
  if (!keys) return keys.error();
  CommandSubject command;
  command.name = "the SDKs' server";
  command.arguments = {node, judges, path + "/keys", "--port", "0", "--port-file", path + "/port"};
  command.log_file = path + "/judges.log";
  command.port_file = path + "/port";
  command.ready_path = "/readyz";
  command.ready_limit = std::chrono::milliseconds(30000);
  auto server = StartCommand(command);
  if (!server) return server.error();
  Interop interop(*keys, (*server)->base_url());
  const Json all = interop.Ask("/judges");
  if (!all.is_array() || all.empty()) return Internal("no judges: " + DumpJson(all));
  for (const Json& judge : all) interop.Judge(judge);
  if (auto asked = AskTheReference(interop, *keys, path, reference); !asked) return asked.error();
  std::printf("%d passed, %d failed\n", interop.passed(), interop.failed());
  return interop.failed() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace paystorm

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: paystorm_interop NODE JUDGES_MJS REFERENCE\n");
    return 2;
  }
  const auto code = paystorm::Run(argv[1], argv[2], argv[3]);
  if (code) return *code;
  std::fprintf(stderr, "paystorm_interop: %s\n", code.error().message.c_str());
  return 3;
}
