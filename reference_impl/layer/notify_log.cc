#include "layer/notify_log.h"

#include "crypto/crypto.h"

namespace paystorm_reference {
namespace {

constexpr size_t kMaxErrorBytes = 500;

}  // namespace

LeasedNotifyLog::LeasedNotifyLog(std::chrono::milliseconds lease)
    : lease_us_(std::chrono::microseconds(lease).count()) {}

NotifyLog::Claim LeasedNotifyLog::TryClaim(DbSession& db, const Notification& n) {
  Claim claim{State::kBusy, n.channel, n.notify_id, RandomHex(16)};
  // Looked up before it is inserted, because most deliveries of a storm find it done, and a failing
  // INSERT would wait for the row lock of the delivery at work.
  constexpr std::string_view kLookUp =
      "SELECT status, claim_token, lease_until <= NOW(6) FROM payment_notify_log "
      "WHERE channel = ? AND notify_id = ?";
  auto row = db.QueryOne(kLookUp, {n.channel, n.notify_id});
  if (!row) {
    try {
      db.Execute(
          "INSERT INTO payment_notify_log (channel, notify_id, event_type, order_no, status, "
          "claim_token, lease_until) "
          "VALUES (?, ?, ?, ?, 'processing', ?, DATE_ADD(NOW(6), INTERVAL ? MICROSECOND))",
          {n.channel, n.notify_id, n.event_type, n.order_no, claim.token, lease_us_});
      claim.state = State::kClaimed;
      return claim;
    } catch (const DbError& error) {
      if (error.kind() != DbError::Kind::kDuplicateKey) throw;
    }
    row = db.QueryOne(kLookUp, {n.channel, n.notify_id});
    if (!row) return claim;
  }
  const std::string status = row->at(0).value_or("");
  if (status == "done") {
    claim.state = State::kDone;
    return claim;
  }
  const bool free = status == "failed" || AsInt(row->at(2)) == 1;
  if (!free) return claim;
  const int64_t taken = db.Execute(
      "UPDATE payment_notify_log SET status = 'processing', claim_token = ?, "
      "lease_until = DATE_ADD(NOW(6), INTERVAL ? MICROSECOND), attempts = attempts + 1, "
      "updated_at = NOW(6) WHERE channel = ? AND notify_id = ? AND claim_token = ? AND "
      "(status = 'failed' OR (status = 'processing' AND lease_until <= NOW(6)))",
      {claim.token, lease_us_, n.channel, n.notify_id, row->at(1).value_or("")});
  if (taken == 1) claim.state = State::kClaimed;
  return claim;
}

bool LeasedNotifyLog::IsDone(DbSession& db, const Notification& n) {
  const auto row =
      db.QueryOne("SELECT status FROM payment_notify_log WHERE channel = ? AND notify_id = ?",
                  {n.channel, n.notify_id});
  return row && row->at(0) == "done";
}

NotifyLog::State LeasedNotifyLog::Confirm(DbSession& db, const Claim& claim) {
  const auto row = db.QueryOne(
      "SELECT status, claim_token FROM payment_notify_log WHERE channel = ? AND notify_id = ? "
      "FOR UPDATE",
      {claim.channel, claim.notify_id});
  if (row && row->at(0) == "done") return State::kDone;
  if (row && row->at(0) == "processing" && row->at(1) == claim.token) return State::kClaimed;
  return State::kBusy;
}

void LeasedNotifyLog::MarkDone(DbSession& db, const Claim& claim, const Notification& /*n*/) {
  const int64_t rows = db.Execute(
      "UPDATE payment_notify_log SET status = 'done', last_error = NULL, updated_at = NOW(6) "
      "WHERE channel = ? AND notify_id = ? AND claim_token = ? AND status = 'processing'",
      {claim.channel, claim.notify_id, claim.token});
  if (rows != 1) throw DbError(0, "the claim was lost");
}

void LeasedNotifyLog::MarkFailed(DbSession& db, const Claim& claim, const Notification& /*n*/,
                                 std::string_view reason) {
  db.Execute(
      "UPDATE payment_notify_log SET status = 'failed', last_error = ?, updated_at = NOW(6) "
      "WHERE channel = ? AND notify_id = ? AND claim_token = ? AND status = 'processing'",
      {reason.substr(0, kMaxErrorBytes), claim.channel, claim.notify_id, claim.token});
}

}  // namespace paystorm_reference
