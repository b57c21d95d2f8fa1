#include "harness/check/exactly_once_effect.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/check/casebook.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

using mockgw::EventKind;

// The status column's word for what was told.
std::string_view StatusWord(EventKind kind) {
  if (kind == EventKind::kRefundAbnormal) return "ABNORMAL";
  return kind == EventKind::kRefundClosed ? "CLOSED" : "SUCCESS";
}

struct ToldRefund {
  const mockgw::Notification* notification = nullptr;
  EventKind last = EventKind::kRefundAbnormal;
};

class Accounts final {
 public:
  explicit Accounts(const CheckInput& input)
      : cases_(input.book),
        payments_(input.evidence.Find("payments"), "trade_no"),
        payments_by_order_(input.evidence.Find("payments"), "order_no"),
        exceptions_(input.evidence.Find("exceptions"), "trade_no"),
        refunds_(input.evidence.Find("refunds"), "refund_id"),
        orders_(input.evidence.Find("orders"), "order_no"),
        transitions_(input.evidence.Find("transitions"), "order_no") {
    for (const mockgw::Payment& payment : input.book.payments) {
      book_payments_[payment.trade_no] = &payment;
    }
    for (const Told& told : cases_.told()) {
      if (!cases_.Due(told)) continue;
      const mockgw::Notification& n = told.notification();
      if (!told.is_refund()) {
        trades_[n.order_no].emplace(n.trade_no, &n);
        continue;
      }
      ToldRefund& refund = refunds_told_[n.order_no][n.refund_id];
      refund.notification = &n;
      if (n.kind != EventKind::kRefundAbnormal) refund.last = n.kind;
    }
  }

  CheckResult Judge() {
    for (const auto& [order_no, trades] : trades_) {
      const int64_t before = result_.findings_total;
      for (const auto& [trade_no, notification] : trades) JudgePayment(*notification);
      // What is wrong with one payment already need not be said of its order again.
      if (result_.findings_total == before) JudgeOrder(order_no);
    }
    for (const auto& [order_no, refunds] : refunds_told_) {
      const int64_t before = result_.findings_total;
      for (const auto& [refund_id, refund] : refunds) JudgeRefund(refund);
      if (result_.findings_total == before) JudgeRefundedSum(order_no, refunds);
    }
    if (doubt_ && result_.verdict == Verdict::kHolds) {
      result_.verdict = Verdict::kInconclusive;
      result_.findings = {*doubt_};
      result_.findings_total = 1;
    }
    return std::move(result_);
  }

 private:
  void Add(std::string_view reason, const std::string& about, std::string want, std::string got,
           std::vector<Table> rows) {
    AddFinding(result_,
               {std::string(reason), about, std::move(want), std::move(got), std::move(rows)});
  }

  void JudgePayment(const mockgw::Notification& n) {
    ++result_.examined;
    const size_t booked = payments_.Count(n.trade_no);
    const size_t aside = exceptions_.Count(n.trade_no);
    if (booked + aside != 1) {
      Add(booked + aside == 0 ? "lost" : "twice", n.order_no,
          Format("1 payment or exception row for trade {}", n.trade_no),
          Format("{} and {}", Count(booked, "payment row"), Count(aside, "exception row")),
          {payments_.Show(n.trade_no), exceptions_.Show(n.trade_no), orders_.Show(n.order_no)});
      return;
    }
    if (booked == 1) JudgeBooked(n, payments_.Rows(n.trade_no).front());
  }

  // The one row of a payment: on its order, and of the gateway's amount.
  void JudgeBooked(const mockgw::Notification& n, size_t row) {
    const auto known = book_payments_.find(n.trade_no);
    const bool in_book = known != book_payments_.end();
    const int64_t amount = in_book ? known->second->amount_minor : n.amount_minor;
    const std::string& currency = in_book ? known->second->currency : n.currency;
    const std::string got_order = payments_.At(row, "order_no");
    if (got_order != n.order_no) {
      Add("lost", n.order_no, Format("trade {} booked on order {}", n.trade_no, n.order_no),
          Format("booked on order {}", got_order), {payments_.Show(n.trade_no)});
      return;
    }
    const std::string got_amount = payments_.At(row, "amount_minor");
    const std::string got_currency = payments_.At(row, "currency");
    if (WholeNumber(got_amount) != amount || got_currency != currency) {
      Add("wrong_amount", n.order_no, Format("{} {} for trade {}", amount, currency, n.trade_no),
          Format("{} {}", got_amount, got_currency), {payments_.Show(n.trade_no)});
    }
  }

  void JudgeOrder(const std::string& order_no) {
    std::set<std::string> trades;
    for (const size_t row : payments_by_order_.Rows(order_no)) {
      trades.insert(payments_by_order_.At(row, "trade_no"));
    }
    if (trades.size() > 1) {
      Add("twice", order_no, "1 payment booked on the order, any other in an exception row",
          Format("{} booked", Count(trades.size(), "payment")),
          {payments_by_order_.Show(order_no)});
      return;
    }
    const std::vector<size_t>& moves = transitions_.Rows(order_no);
    const auto paid =
        static_cast<size_t>(std::count_if(moves.begin(), moves.end(), [&](size_t row) {
          return transitions_.At(row, "from_state") == "pending" &&
                 transitions_.At(row, "to_state") == "paid";
        }));
    const size_t want = trades.size();
    if (paid == want) return;
    Add(paid < want ? "lost" : "twice", order_no,
        Format("{} from pending to paid", Count(want, "move")), Count(paid, "move"),
        {transitions_.Show(order_no), payments_by_order_.Show(order_no), orders_.Show(order_no)});
  }

  void JudgeRefund(const ToldRefund& refund) {
    ++result_.examined;
    const mockgw::Notification& n = *refund.notification;
    const std::vector<size_t>& rows = refunds_.Rows(n.refund_id);
    if (rows.size() != 1) {
      Add(rows.empty() ? "lost" : "twice", n.order_no,
          Format("1 refund row for refund {}", n.refund_id), Count(rows.size(), "row"),
          {refunds_.Show(n.refund_id), orders_.Show(n.order_no)});
      return;
    }
    const std::string status = refunds_.At(rows.front(), "status");
    if (status != StatusWord(refund.last)) {
      Add("lost", n.order_no, Format("refund {} {}", n.refund_id, StatusWord(refund.last)), status,
          {refunds_.Show(n.refund_id)});
      return;
    }
    const std::string amount = refunds_.At(rows.front(), "amount_minor");
    if (WholeNumber(amount) != n.refund_minor) {
      Add("wrong_amount", n.order_no, Format("{} for refund {}", n.refund_minor, n.refund_id),
          amount, {refunds_.Show(n.refund_id)});
    }
  }

  void JudgeRefundedSum(const std::string& order_no,
                        const std::map<std::string, ToldRefund>& refunds) {
    int64_t want = 0;
    for (const auto& [refund_id, refund] : refunds) {
      if (refund.last == EventKind::kRefundSuccess && !SetAside(exceptions_, refund_id)) {
        want += refund.notification->refund_minor;
      }
    }
    const std::vector<size_t>& rows = orders_.Rows(order_no);
    if (rows.empty()) {
      Add("lost", order_no, Format("an order row with {} refunded", want), "no order row", {});
      return;
    }
    const std::string got = orders_.At(rows.front(), "refunded_minor");
    const std::optional<int64_t> refunded = WholeNumber(got);
    if (!refunded) {
      doubt_ = Finding{"evidence_missing",
                       order_no,
                       "the order's refunded amount",
                       got.empty() ? "null" : got,
                       {orders_.Show(order_no)}};
    } else if (*refunded != want) {
      Table shown = RefundsShown(refunds);
      Add(*refunded < want ? "lost" : "twice", order_no, Format("{} refunded in all", want), got,
          {orders_.Show(order_no), std::move(shown)});
    }
  }

  Table RefundsShown(const std::map<std::string, ToldRefund>& refunds) const {
    Table shown;
    for (const auto& [refund_id, refund] : refunds) {
      Table one = refunds_.Show(refund_id);
      one.rows.insert(one.rows.begin(), shown.rows.begin(), shown.rows.end());
      shown = std::move(one);
    }
    return shown;
  }

  const Casebook cases_;
  const RowIndex payments_;
  const RowIndex payments_by_order_;
  const RowIndex exceptions_;
  const RowIndex refunds_;
  const RowIndex orders_;
  const RowIndex transitions_;
  std::map<std::string, const mockgw::Payment*> book_payments_;  // by trade number
  // What must have its effect, by order number, then by trade number or refund id.
  std::map<std::string, std::map<std::string, const mockgw::Notification*>> trades_;
  std::map<std::string, std::map<std::string, ToldRefund>> refunds_told_;
  std::optional<Finding> doubt_;
  CheckResult result_;
};

}  // namespace

CheckResult ExactlyOnceEffect::Judge(const CheckInput& input) const {
  return Accounts(input).Judge();
}

}  // namespace paystorm
