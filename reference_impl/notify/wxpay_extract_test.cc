#include "notify/wxpay_extract.h"

#include <gtest/gtest.h>

#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

using test::Body;
using test::kApiKey;
using test::Notice;
using test::Plain;
using test::RefundOf;

// 0 when the body is accepted.
int Status(std::string_view body) {
  const auto result = ExtractWxpay(body, kApiKey);
  const auto* error = std::get_if<ExtractError>(&result);
  return error == nullptr ? 0 : error->status;
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// A payment: every field comes from where the gateway puts it, the amount from amount.total.
TEST(ExtractWxpay, ReadsAPayment) {
  const auto result = ExtractWxpay(Body(Notice()), kApiKey);
  ASSERT_TRUE(std::holds_alternative<Notification>(result));
  const auto& n = std::get<Notification>(result);
  EXPECT_EQ(n.kind, Notification::Kind::kPayment);
  EXPECT_EQ(n.channel, "wxpay");
  EXPECT_EQ(n.notify_id, "EV-1");
  EXPECT_EQ(n.event_type, "TRANSACTION.SUCCESS");
  EXPECT_EQ(n.order_no, "T1");
  EXPECT_EQ(n.trade_no, "4200000001");
  EXPECT_EQ(n.amount_minor, 9900);
  EXPECT_EQ(n.currency, "CNY");
  EXPECT_EQ(n.mchid, test::kMchid);
  EXPECT_EQ(n.appid, test::kAppid);
}

// A refund of each status is a refund and never a payment.
TEST(ExtractWxpay, ReadsRefunds) {
  using Refund = Notification::RefundStatus;
  const std::pair<const char*, Refund> table[] = {
      {"SUCCESS", Refund::kSuccess}, {"CLOSED", Refund::kClosed}, {"ABNORMAL", Refund::kAbnormal}};
  for (const auto& [word, status] : table) {
    const auto result = ExtractWxpay(Body(RefundOf({}, "EV-2", "50001", 100, word)), kApiKey);
    ASSERT_TRUE(std::holds_alternative<Notification>(result)) << word;
    const auto& n = std::get<Notification>(result);
    EXPECT_EQ(n.kind, Notification::Kind::kRefund);
    EXPECT_EQ(n.refund_status, status);
    EXPECT_EQ(n.refund_id, "50001");
    EXPECT_EQ(n.out_refund_no, "out-50001");
    EXPECT_EQ(n.refund_minor, 100);
    EXPECT_EQ(n.amount_minor, 9900);
    EXPECT_EQ(n.currency, "");
  }
}

// Bodies that are no JSON object in UTF-8 of sane depth: 400, and no deep recursion either.
TEST(ExtractWxpay, RefusesWhatIsNoJson) {
  const std::string body = Body(Notice());
  for (size_t cut = 0; cut < body.size(); cut += 7) EXPECT_EQ(Status(body.substr(0, cut)), 400);
  for (const std::string text :
       {"", " ", "null", "[]", "\"x\"", "1", "{}", "{", "nonsense", "{}{}"}) {
    EXPECT_EQ(Status(text), 400) << text;
  }
  EXPECT_EQ(Status(Replaced(body, "支付", "\xff\xfe")), 400);
  EXPECT_EQ(Status(std::string(60000, '[')), 400);
  EXPECT_EQ(Status("{\"id\":" + std::string(30000, '[') + std::string(30000, ']') + "}"), 400);
  EXPECT_EQ(Status(std::string("{\0}", 3)), 400);
  EXPECT_EQ(Status(Replaced(body, "{\"id\"", "{\"id\":\"EV-0\",\"id\"")), 400);
}

// The outer members, one wrong at a time.
TEST(ExtractWxpay, RefusesAWrongEnvelope) {
  const std::string body = Body(Notice());
  EXPECT_EQ(Status(Replaced(body, "\"EV-1\"", "\"\"")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"EV-1\"", "7")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"EV-1\"", "\"EV 1\"")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"EV-1\"", "\"EV-1\\u0000\"")), 400);
  EXPECT_EQ(Status(Replaced(body, "EV-1", std::string(65, 'x'))), 400);
  EXPECT_EQ(Status(Replaced(body, "EV-1", std::string(64, 'x'))), 0);
  EXPECT_EQ(Status(Replaced(body, "AEAD_AES_256_GCM", "AEAD_SM4_GCM")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"ciphertext\"", "\"cipher\"")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"ciphertext\":\"", "\"ciphertext\":\"A")), 400);
  EXPECT_EQ(Status(Replaced(body, "fdasflkja484", "fdasflkja48")), 400);
  EXPECT_EQ(Status(Replaced(body, "fdasflkja484", "fdasflkja485")), 400);
  EXPECT_EQ(Status(Replaced(body, "\"associated_data\":\"transaction\"", "\"associated_data\":1")),
            400);
  EXPECT_EQ(Status(Replaced(body, "\"resource\":{", "\"resource\":[{")), 400);
  EXPECT_EQ(Status(Replaced(body, "TRANSACTION.SUCCESS", "COUPON.USE")), 422);
  EXPECT_EQ(Status(Replaced(body, "\"original_type\":\"transaction\"",
                            "\"original_type\":\"profitsharing\"")),
            422);
}

// The decrypted members, one wrong at a time.
TEST(ExtractWxpay, RefusesAWrongContent) {
  const Notice notice;
  const std::string plain = Plain(notice);
  const auto status = [&](std::string_view from, std::string_view to) {
    return Status(Body(notice, Replaced(plain, from, to)));
  };
  EXPECT_EQ(status("\"total\":9900", "\"total\":9900"), 0);
  EXPECT_EQ(status("\"total\":9900", "\"total\":\"9900\""), 400);
  EXPECT_EQ(status("\"total\":9900", "\"total\":99.5"), 400);
  EXPECT_EQ(status("\"total\":9900", "\"total\":0"), 400);
  EXPECT_EQ(status("\"total\":9900", "\"total\":-9900"), 400);
  EXPECT_EQ(status("\"total\":9900", "\"total\":9223372036854775808"), 400);
  EXPECT_EQ(status("\"total\":9900", "\"total\":1e999"), 400);
  EXPECT_EQ(status("\"amount\"", "\"amounts\""), 400);
  EXPECT_EQ(status("\"out_trade_no\"", "\"trade_no\""), 400);
  EXPECT_EQ(status("\"T1\"", "\"T1 \""), 400);
  EXPECT_EQ(status("\"transaction_id\":\"4200000001\"", "\"transaction_id\":4200000001"), 400);
  EXPECT_EQ(status("\"currency\":\"CNY\"", "\"currency\":null"), 400);
  EXPECT_EQ(status("\"trade_state\":\"SUCCESS\"", "\"trade_state\":\"NOTPAY\""), 422);
  EXPECT_EQ(Status(Body(notice, "no json")), 400);

  Notice refund = RefundOf({}, "EV-2", "50001", 100);
  EXPECT_EQ(Status(Body(refund)), 0);
  refund.refund_status = "CLOSED";
  EXPECT_EQ(Status(Body(refund)), 422);
  EXPECT_EQ(Status(Body(RefundOf({}, "EV-2", "50001", 0))), 400);
  EXPECT_EQ(Status(Body(RefundOf({}, "EV-2", "50001", 100, "PROCESSING"))), 422);
}

}  // namespace
}  // namespace paystorm_reference
