#ifndef PAYSTORM_HARNESS_RECORD_RUN_RECORD_FIELDS_H_
#define PAYSTORM_HARNESS_RECORD_RUN_RECORD_FIELDS_H_

// The fields of everything in a run record, by name and in the order in which they are written.
// Writing and reading both walk these lists, so neither can forget a field.
//
// VisitFields(value, visit) calls visit("name", value.name) for each field; const values are
// visited as const.

#include <concepts>
#include <type_traits>

#include "harness/record/run_record.h"

namespace paystorm::record_fields {

template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

template <Is<TextPosition> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("file", v.file);
  visit("line", v.line);
  visit("column", v.column);
}

template <Is<Table> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("name", v.name);
  visit("source", v.source);
  visit("columns", v.columns);
  visit("rows", v.rows);
}

template <Is<Evidence> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("tables", v.tables);
  visit("missing", v.missing);
}

template <Is<Finding> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("reason", v.reason);
  visit("about", v.about);
  visit("want", v.want);
  visit("got", v.got);
  visit("rows", v.rows);
}

template <Is<CheckResult> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("name", v.name);
  visit("title", v.title);
  visit("position", v.position);
  visit("verdict", v.verdict);
  visit("findings", v.findings);
  visit("findings_total", v.findings_total);
  visit("examined", v.examined);
}

template <Is<Expectation> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("check", v.check);
  visit("reason", v.reason);
  visit("position", v.position);
}

template <Is<StormStats> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("step", v.step);
  visit("wave", v.wave);
  visit("deliveries", v.deliveries);
  visit("acknowledged", v.acknowledged);
  visit("refused", v.refused);
  visit("unanswered", v.unanswered);
  visit("connections", v.connections);
  visit("release_spread_us_p50", v.release_spread_us_p50);
  visit("release_spread_us_max", v.release_spread_us_max);
  visit("released_before_first_answer", v.released_before_first_answer);
  visit("most_in_flight", v.most_in_flight);
  visit("duration_us", v.duration_us);
  visit("processed", v.processed);
  visit("turned_away_signature", v.turned_away_signature);
  visit("turned_away_lock", v.turned_away_lock);
  visit("turned_away_notify_log", v.turned_away_notify_log);
  visit("turned_away_state_machine", v.turned_away_state_machine);
  visit("failed", v.failed);
}

template <Is<mockgw::Payment> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("order_no", v.order_no);
  visit("trade_no", v.trade_no);
  visit("amount_minor", v.amount_minor);
  visit("currency", v.currency);
}

template <Is<mockgw::Refund> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("refund_id", v.refund_id);
  visit("out_refund_no", v.out_refund_no);
  visit("order_no", v.order_no);
  visit("trade_no", v.trade_no);
  visit("amount_minor", v.amount_minor);
  visit("state", v.state);
}

template <Is<mockgw::Notification> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("notify_id", v.notify_id);
  visit("kind", v.kind);
  visit("form", v.form);
  visit("shape", v.shape);
  visit("order_no", v.order_no);
  visit("trade_no", v.trade_no);
  visit("out_refund_no", v.out_refund_no);
  visit("refund_id", v.refund_id);
  visit("amount_minor", v.amount_minor);
  visit("refund_minor", v.refund_minor);
  visit("refunded_total_minor", v.refunded_total_minor);
  visit("currency", v.currency);
  visit("mchid", v.mchid);
  visit("appid", v.appid);
  visit("created_at_unix_us", v.created_at);
}

// One flat object: the notification's own fields, then what the book knows of it.
template <Is<mockgw::NotificationEntry> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  VisitFields(v.notification, visit);
  visit("label", v.label);
  visit("wave", v.wave);
  visit("acceptable", v.acceptable);
}

template <Is<mockgw::Delivery> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("id", v.id);
  visit("notify_id", v.notify_id);
  visit("attempt", v.attempt);
  visit("variant", v.variant);
  visit("instance", v.instance);
  visit("step", v.step);
  visit("in_storm", v.in_storm);
  visit("gateway_ms", v.gateway_ms);
  visit("start_us", v.start_us);
  visit("end_us", v.end_us);
  visit("status", v.status);
  visit("body", v.body);
  visit("acknowledgement", v.acknowledgement);
  visit("not_sent", v.not_sent);
  visit("reason", v.reason);
}

template <Is<mockgw::Book> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("payments", v.payments);
  visit("refunds", v.refunds);
  visit("notifications", v.notifications);
  visit("deliveries", v.deliveries);
}

// The history stands in its own file.
template <Is<ScenarioRecord> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("name", v.name);
  visit("proves", v.proves);
  visit("file", v.file);
  visit("channel", v.channel);
  visit("subject", v.subject);
  visit("seed", v.seed);
  visit("verdict", v.verdict);
  visit("summary", v.summary);
  visit("error", v.error);
  visit("hint", v.hint);
  visit("expected", v.expected);
  visit("checks", v.checks);
  visit("storms", v.storms);
  visit("book", v.book);
  visit("evidence", v.evidence);
  visit("warnings", v.warnings);
  visit("folder", v.folder);
  visit("repeat", v.repeat);
  visit("started_unix_ms", v.started_unix_ms);
  visit("duration_us", v.duration_us);
  visit("gateway_ms", v.gateway_ms);
}

template <Is<RunRecord> T, typename Visit>
void VisitFields(T& v, Visit&& visit) {
  visit("version", v.version);
  visit("paystorm_version", v.paystorm_version);
  visit("command", v.command);
  visit("seed", v.seed);
  visit("started_unix_ms", v.started_unix_ms);
  visit("duration_us", v.duration_us);
  visit("stores_start_us", v.stores_start_us);
  visit("folder", v.folder);
  visit("scenarios", v.scenarios);
}

}  // namespace paystorm::record_fields

#endif  // PAYSTORM_HARNESS_RECORD_RUN_RECORD_FIELDS_H_
