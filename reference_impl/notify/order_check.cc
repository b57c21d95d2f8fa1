#include "notify/order_check.h"

#include <algorithm>
#include <string_view>

namespace paystorm_reference {
namespace {

Outcome Mismatch(std::string_view what) {
  return Outcome::Refused(Layer::kSignature, 422, std::string(what) + " differs from the order's");
}

// Whether the refund is on record already; then its amount is a part of what has been refunded.
bool IsKnownRefund(DbSession& db, const Notification& n) {
  return db
      .QueryOne("SELECT id FROM refund_record WHERE channel = ? AND refund_id = ?",
                {n.channel, n.refund_id})
      .has_value();
}

}  // namespace

std::optional<Outcome> OrderComparison::Compare(DbSession& db, const Notification& n,
                                                const Merchant& merchant) const {
  const auto order = db.QueryOne(
      "SELECT status, amount_minor, currency, channel, mchid, appid, refunded_minor "
      "FROM `order` WHERE order_no = ?",
      {n.order_no});
  if (!order) return Outcome::Refused(Layer::kStateMachine, 404, "unknown order");
  const int64_t amount_minor = AsInt(order->at(1));
  const bool amount_sent = n.kind == Notification::Kind::kPayment || n.amount_minor != 0;
  if (amount_sent && n.amount_minor != amount_minor) return Mismatch("the amount");
  if (!n.currency.empty() && n.currency != order->at(2)) return Mismatch("the currency");
  if (n.channel != order->at(3)) return Mismatch("the channel");
  if (n.mchid != order->at(4)) return Mismatch("the mchid");
  if (!n.appid.empty() && n.appid != order->at(5)) return Mismatch("the appid");
  if (!merchant.mchid.empty() && n.mchid != merchant.mchid) {
    return Outcome::Refused(Layer::kSignature, 422, "the mchid is not this shop's");
  }
  if (!merchant.appid.empty() && !n.appid.empty() && n.appid != merchant.appid) {
    return Outcome::Refused(Layer::kSignature, 422, "the appid is not this shop's");
  }
  if (n.kind != Notification::Kind::kRefund) return std::nullopt;

  const int64_t most =
      n.refunded_total_minor > 0 ? amount_minor : amount_minor - AsInt(order->at(6));
  if (std::max(n.refund_minor, n.refunded_total_minor) > most && !IsKnownRefund(db, n)) {
    return Outcome::Refused(Layer::kSignature, 422, "more would be refunded than was paid");
  }
  if (order->at(0) == "pending") {
    return Outcome::Refused(Layer::kStateMachine, 409, "the order is not paid yet");
  }
  return std::nullopt;
}

}  // namespace paystorm_reference
