#include <gtest/gtest.h>

#include "notify/alipay_handler.h"
#include "notify/stripe_handler.h"
#include "notify/webhook_handler.h"
#include "notify/wxpay_v2_handler.h"
#include "test/support/signer.h"

namespace paystorm_reference {
namespace {

using RefundStatus = Notification::RefundStatus;

// 0 when the body leads to a business step.
int StatusOf(const Extracted& extracted) {
  const auto* error = std::get_if<ExtractError>(&extracted);
  return error == nullptr ? 0 : error->status;
}

const Notification& Read(const Extracted& extracted) {
  EXPECT_EQ(StatusOf(extracted), 0) << std::get<ExtractError>(extracted).message;
  return std::get<Notification>(extracted);
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

const std::string kTrade =
    "notify_type=trade_status_sync&notify_id=2026&trade_status=TRADE_SUCCESS&out_trade_no=T1&"
    "trade_no=2026A&seller_id=2088&app_id=2021&total_amount=99.00";

// A payment, also under TRADE_FINISHED, and where it says that nothing was refunded.
TEST(ExtractAlipay, PaymentsBySuccessAndFinished) {
  const Notification paid = Read(ExtractAlipay(kTrade));
  EXPECT_EQ(paid.kind, Notification::Kind::kPayment);
  EXPECT_EQ(paid.amount_minor, 9900);
  EXPECT_EQ(paid.currency, "CNY");
  EXPECT_EQ(paid.mchid, "2088");
  EXPECT_EQ(paid.appid, "2021");
  EXPECT_EQ(Read(ExtractAlipay(Replaced(kTrade, "TRADE_SUCCESS", "TRADE_FINISHED"))).trade_no,
            "2026A");
  EXPECT_EQ(Read(ExtractAlipay(kTrade + "&refund_fee=0.00")).kind, Notification::Kind::kPayment);
}

// A refund carries the running total and goes by the merchant's number.
TEST(ExtractAlipay, RefundsByTheRunningTotal) {
  const Notification back = Read(ExtractAlipay(kTrade + "&refund_fee=5.00&out_biz_no=R1"));
  EXPECT_EQ(back.kind, Notification::Kind::kRefund);
  EXPECT_EQ(back.refunded_total_minor, 500);
  EXPECT_EQ(back.refund_minor, 0);
  EXPECT_EQ(back.refund_id, "R1");
  EXPECT_EQ(StatusOf(ExtractAlipay(kTrade + "&refund_fee=5.00")), 400);
}

// Rightly told and nothing to do, not handled, malformed.
TEST(ExtractAlipay, OtherNotices) {
  EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "TRADE_SUCCESS", "TRADE_CLOSED"))), 200);
  EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "TRADE_SUCCESS", "WAIT_BUYER_PAY"))), 200);
  EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "TRADE_SUCCESS", "OTHER"))), 422);
  EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "trade_status_sync", "other"))), 422);
  for (const char* wrong : {"99", "99.0", "-1.00", "0.00", "", "9,900.00"}) {
    EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "99.00", wrong))), 400) << wrong;
  }
  EXPECT_EQ(StatusOf(ExtractAlipay(Replaced(kTrade, "out_trade_no=T1&", ""))), 400);
  EXPECT_EQ(StatusOf(ExtractAlipay(kTrade + "&refund_fee=x")), 400);
}

std::string Event(const std::string& type, const std::string& object) {
  return R"({"id":"evt_1","object":"event","account":"acct_1","type":")" + type +
         R"(","data":{"object":)" + object + "}}";
}

// Three events of one payment agree on trade, amount and order.
TEST(ExtractStripe, EventsOfOnePayment) {
  const std::string rest = R"("currency":"usd","metadata":{"order_no":"T1"}})";
  const std::pair<const char*, std::string> events[] = {
      {"payment_intent.succeeded", R"({"id":"pi_1","amount":1,"amount_received":9900,)" + rest},
      {"charge.succeeded",
       R"({"id":"ch_1","payment_intent":"pi_1","amount_captured":9900,)" + rest},
      {"checkout.session.completed",
       R"({"id":"cs_1","payment_intent":"pi_1","amount_total":9900,"payment_status":"paid",)" +
           rest}};
  for (const auto& [type, object] : events) {
    const Notification n = Read(ExtractStripe(Event(type, object)));
    EXPECT_EQ(n.trade_no, "pi_1") << type;
    EXPECT_EQ(n.amount_minor, 9900) << type;
    EXPECT_EQ(n.currency, "USD") << type;
    EXPECT_EQ(n.order_no, "T1") << type;
    EXPECT_EQ(n.mchid, "acct_1") << type;
  }
  EXPECT_EQ(StatusOf(ExtractStripe(Event(
                "checkout.session.completed",
                R"({"payment_intent":"pi_1","amount_total":1,"payment_status":"unpaid",)" + rest))),
            200);
}

// A refund by its status; one that is still under way, and events of other things, ask for nothing.
TEST(ExtractStripe, RefundsByStatus) {
  const auto refund = [](const std::string& status) {
    return Event(
        "refund.updated",
        R"({"id":"re_1","payment_intent":"pi_1","amount":300,"currency":"usd","status":")" +
            status + R"(","metadata":{"order_no":"T1","out_refund_no":"R1"}})");
  };
  EXPECT_EQ(Read(ExtractStripe(refund("succeeded"))).refund_status, RefundStatus::kSuccess);
  EXPECT_EQ(Read(ExtractStripe(refund("failed"))).refund_status, RefundStatus::kAbnormal);
  EXPECT_EQ(Read(ExtractStripe(refund("canceled"))).refund_status, RefundStatus::kClosed);
  EXPECT_EQ(Read(ExtractStripe(refund("succeeded"))).refund_minor, 300);
  EXPECT_EQ(Read(ExtractStripe(refund("succeeded"))).amount_minor, 0);
  EXPECT_EQ(Read(ExtractStripe(refund("succeeded"))).out_refund_no, "R1");
  EXPECT_EQ(StatusOf(ExtractStripe(refund("pending"))), 200);
  EXPECT_EQ(StatusOf(ExtractStripe(Event("invoice.paid", "{}"))), 200);
  EXPECT_EQ(StatusOf(ExtractStripe(Event("charge.succeeded", "{}"))), 400);
  EXPECT_EQ(StatusOf(ExtractStripe("[]")), 400);
  EXPECT_EQ(StatusOf(ExtractStripe("\xff")), 400);
  EXPECT_EQ(StatusOf(ExtractStripe(R"({"id":"evt_1"})")), 400);
}

// The payload of a webhook, with the id from the header.
TEST(ExtractWebhook, ReadsPaymentsAndRefunds) {
  const std::string paid =
      R"({"type":"payment.succeeded","data":{"order_no":"T1","trade_no":"pay_1",)"
      R"("amount_minor":9900,"currency":"CNY"}})";
  EXPECT_EQ(Read(ExtractWebhook("msg_1", paid)).amount_minor, 9900);
  EXPECT_EQ(Read(ExtractWebhook("msg_1", paid)).notify_id, "msg_1");
  const std::string back =
      Replaced(Replaced(paid, "payment.succeeded", "refund.failed"), R"("currency":"CNY")",
               R"("currency":"CNY","refund_id":"ref_1","out_refund_no":"R1","refund_minor":300)");
  EXPECT_EQ(Read(ExtractWebhook("msg_1", back)).refund_status, RefundStatus::kAbnormal);
  EXPECT_EQ(StatusOf(ExtractWebhook("", paid)), 400);
  EXPECT_EQ(StatusOf(ExtractWebhook("msg_1", Replaced(paid, "9900", "99.5"))), 400);
  EXPECT_EQ(StatusOf(ExtractWebhook("msg_1", Replaced(paid, "9900", "-1"))), 400);
  EXPECT_EQ(StatusOf(ExtractWebhook("msg_1", Replaced(paid, "payment.succeeded", "contact.x"))),
            200);
}

const std::string kV2Payment =
    "<xml><return_code>SUCCESS</return_code><result_code>SUCCESS</result_code><mch_id>19</mch_id>"
    "<appid>wx1</appid><out_trade_no>T1</out_trade_no><transaction_id>42</transaction_id>"
    "<total_fee>9900</total_fee></xml>";

// v2 goes by the transaction's number, and CNY where no currency is said.
TEST(ExtractWxpayV2, ReadsAPayment) {
  const Notification n = Read(ExtractWxpayV2(kV2Payment, "key"));
  EXPECT_EQ(n.notify_id, "42");
  EXPECT_EQ(n.amount_minor, 9900);
  EXPECT_EQ(n.currency, "CNY");
  EXPECT_EQ(StatusOf(ExtractWxpayV2(Replaced(kV2Payment, "SUCCESS", "FAIL"), "key")), 422);
  EXPECT_EQ(StatusOf(ExtractWxpayV2(
                Replaced(kV2Payment, "<result_code>SUCCESS", "<result_code>FAIL"), "key")),
            422);
  for (const char* wrong : {"0", "-1", "99.00", "", "1e4"}) {
    EXPECT_EQ(StatusOf(ExtractWxpayV2(Replaced(kV2Payment, "9900", wrong), "key")), 400) << wrong;
  }
}

// A refund that was encrypted under this key (a known answer).
TEST(ExtractWxpayV2, RefusesWhatDoesNotDecrypt) {
  const std::string notice =
      "<xml><return_code>SUCCESS</return_code><mch_id>19</mch_id><appid>wx1</appid>"
      "<req_info>bDP/xixH0hFEaZusu714Uyyh0dv8MPgMqVLeIkI0QHBoWJbCzCFX0olPqtxTh2q95uvewe45Es+0+iD/"
      "4no6Cg==</req_info></xml>";
  const auto opened = ExtractWxpayV2(notice, "192006250b4c09247ec02edce69f6a2d");
  // <root><refund_status>SUCCESS</refund_status></root> decrypts, and lacks all the rest.
  EXPECT_EQ(std::get<ExtractError>(opened).message, "missing or malformed: out_trade_no");
  const auto other = ExtractWxpayV2(notice, "another key of thirty-two bytes!");
  EXPECT_EQ(std::get<ExtractError>(other).message, "req_info cannot be decrypted");
  for (const char* wrong : {"", "AAAA", "!"}) {
    const std::string broken =
        "<xml><return_code>SUCCESS</return_code><mch_id>19</mch_id><appid>wx1</appid><req_info>" +
        std::string(wrong) + "</req_info></xml>";
    EXPECT_EQ(StatusOf(ExtractWxpayV2(broken, "k")), 400) << wrong;
  }
}

}  // namespace
}  // namespace paystorm_reference
