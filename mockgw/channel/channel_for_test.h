#ifndef PAYSTORM_MOCKGW_CHANNEL_CHANNEL_FOR_TEST_H_
#define PAYSTORM_MOCKGW_CHANNEL_CHANNEL_FOR_TEST_H_

// What the tests of all channels share.

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "mockgw/base/fake_clock.h"
#include "mockgw/channel/channel.h"
#include "mockgw/channel/keys.h"

namespace paystorm::mockgw {

// New keys of all channels, made once for the test binary.
inline const ChannelKeys& SharedKeys() {
  static const ChannelKeys keys = [] {
    char pattern[] = "/tmp/paystorm-keys-XXXXXX";
    const std::string folder = mkdtemp(pattern);
    auto made = MakeKeys(folder);
    std::filesystem::remove_all(folder);
    return *made;
  }();
  return keys;
}

inline std::string HeaderOf(const HttpRequest& request, std::string_view name) {
  for (const auto& [key, value] : request.headers) {
    if (key == name) return value;
  }
  return {};
}

// A payment of 99.00 with ids of the channel's own shapes.
inline Notification SomePayment(const Channel& channel) {
  Notification n;
  n.created_at = FakeClock().Now();  // 2026-01-01 08:00:00 in Beijing
  n.order_no = "T1";
  n.trade_no = channel.TradeNo(n.created_at, Random(1, "trade"));
  n.amount_minor = 9900;
  n.notify_id = channel.NotifyId(n, Random(1, "notify"));
  return n;
}

// 3.00 of it given back.
inline Notification SomeRefund(const Channel& channel, EventKind kind) {
  Notification n = SomePayment(channel);
  n.kind = kind;
  n.out_refund_no = "R1";
  n.refund_id = channel.RefundId(n.created_at, Random(1, "refund"));
  n.refund_minor = 300;
  n.refunded_total_minor = 300;
  n.notify_id = channel.NotifyId(n, Random(2, "notify"));
  return n;
}

inline HttpRequest BuildSome(const Channel& channel, const Notification& n,
                             Variant variant = Variant::kGenuine,
                             const ChannelKeys& keys = SharedKeys(), uint64_t attempt = 1,
                             std::chrono::seconds later = std::chrono::seconds(0)) {
  return BuildRequest(channel, n, variant, keys, "http://127.0.0.1:1/x", 7,
                      FakeClock().Now() + later, Random(7, "attempt", n.notify_id, attempt));
}

struct AnswerRow {
  int status;
  std::string body;
  Acknowledgement taken;
};

// Every row is judged as it says; an answer that came not at all, or was cut, is unanswered.
inline void ExpectJudged(const Channel& channel, const std::vector<AnswerRow>& rows) {
  EXPECT_GE(rows.size(), 15u);
  for (const AnswerRow& row : rows) {
    SendResult result;
    result.outcome = SendOutcome::kAnswered;
    result.answer = HttpAnswer{row.status, {}, row.body};
    EXPECT_EQ(channel.Judge(result).acknowledgement, row.taken) << row.status << " " << row.body;
    EXPECT_FALSE(channel.Judge(result).reason.empty());
  }
  SendResult cut;
  cut.outcome = SendOutcome::kNoAnswer;
  cut.error = "no full answer in time";
  EXPECT_EQ(channel.Judge(cut).acknowledgement, Acknowledgement::kUnanswered);
  EXPECT_FALSE(channel.Judge(cut).not_sent);
  SendResult nobody;
  EXPECT_EQ(channel.Judge(nobody).acknowledgement, Acknowledgement::kUnanswered);
  EXPECT_TRUE(channel.Judge(nobody).not_sent);
}

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_CHANNEL_CHANNEL_FOR_TEST_H_
