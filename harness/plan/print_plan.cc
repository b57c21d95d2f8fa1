#include <chrono>
#include <string>

#include "harness/plan/plan.h"
#include "harness/scenario/values.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

std::string Or(const std::string& text, std::string_view otherwise) {
  return text.empty() ? std::string(otherwise) : text;
}

template <typename Words>
std::string Joined(const Words& words, std::string_view otherwise) {
  std::string text;
  for (const auto& word : words) {
    if (!text.empty()) text += ", ";
    text += word;
  }
  return Or(text, otherwise);
}

std::string SubjectLine(const SubjectSpec& subject) {
  if (const auto* urls = std::get_if<UrlSubject>(&subject.kind)) {
    return "at " + Joined(urls->urls, "no address");
  }
  const auto& reference = std::get<ReferenceSubject>(subject.kind);
  return Format("reference, instances {}, defect {}, layers off {}, lock_ttl {}, claim_lease {}",
                reference.instances, Or(reference.defect, "none"),
                Joined(reference.disable_layers, "none"), FormatDuration(reference.lock_ttl),
                FormatDuration(reference.claim_lease));
}

std::string AttemptsText(const FaultSpec& fault) {
  if (fault.first_attempt == fault.last_attempt) return Format("attempt {}", fault.first_attempt);
  return Format("attempts {}-{}", fault.first_attempt, fault.last_attempt);
}

std::string FaultLine(const FaultSpec& fault) {
  std::string line = Format("fault {}, {}", fault.kind, AttemptsText(fault));
  if (fault.kind == "reject_writes") line += Format(", table {}", fault.table);
  if (fault.kind == "hold_order") {
    line += Format(", order {}, for {}", fault.order, FormatDuration(fault.hold_for));
  }
  if (fault.kind == "kill_subject") line += Format(", instance {}", fault.instance + 1);
  return line;
}

// "24h 4m", as people speak of a ladder.
std::string SpanText(std::chrono::seconds span) {
  const auto hours = std::chrono::floor<std::chrono::hours>(span);
  if (hours.count() == 0 || hours == span) return FormatDuration(span);
  return FormatDuration(hours) + " " + FormatDuration(span - hours);
}

std::string HowText(const PlannedStep& step) {
  if (step.storm) {
    return Format("storm of {} requests on {} connections", step.storm->requests,
                  step.storm->connections);
  }
  const size_t attempts = step.schedule.attempts();
  if (attempts == 1) return Format("schedule {}, 1 attempt", step.schedule.name);
  return Format("schedule {}, at most {} attempts in {}", step.schedule.name, attempts,
                SpanText(step.schedule.span()));
}

void AppendStep(const Plan& plan, const PlannedStep& step, const std::string& lead,
                const std::string& indent, std::string& out) {
  const mockgw::NotificationEntry* entry = plan.book.FindNotification(step.notify_id);
  const mockgw::Notification& told = entry->notification;
  const std::string instance =
      step.instance < 0 ? "each instance in turn" : Format("instance {}", step.instance + 1);
  const std::string signing = step.signing.empty() ? "" : ", signing " + step.signing;
  out += Format("{}{} deliver {} {}{}, variant {}{}, {}, to {}  ({})\n", indent, lead,
                mockgw::ToString(told.kind), told.notify_id,
                entry->label.empty() ? "" : " as " + entry->label, mockgw::ToString(step.variant),
                signing, HowText(step), instance, step.position.ToString());
  for (const std::string& id : step.mix) out += Format("{}  mixed with {}\n", indent, id);
  for (const FaultSpec& fault : step.faults) {
    out += Format("{}  {}  ({})\n", indent, FaultLine(fault), fault.position.ToString());
  }
  for (const PlannedStep& inner : step.during) {
    AppendStep(plan, inner, "meanwhile", indent + "  ", out);
  }
}

void AppendNotification(const mockgw::NotificationEntry& entry, std::string& out) {
  const mockgw::Notification& told = entry.notification;
  out += Format("  notification {} {}{}, order {}, trade {}", told.notify_id,
                mockgw::ToString(told.kind), entry.label.empty() ? "" : " as " + entry.label,
                told.order_no, told.trade_no);
  if (mockgw::IsRefund(told.kind)) {
    out += Format(", refund {}, {} of {} {}", told.refund_id, told.refund_minor, told.amount_minor,
                  told.currency);
  } else {
    out += Format(", {} {}", told.amount_minor, told.currency);
  }
  out +=
      Format(", shape {}, form {}, mchid {}, appid {}, {}\n", mockgw::ToString(told.shape),
             mockgw::ToString(told.form), Or(told.mchid, "the merchant's"),
             Or(told.appid, "the merchant's"), entry.acceptable ? "acceptable" : "must be refused");
}

void AppendWave(const Plan& plan, int wave, std::string& out) {
  out += Format("wave {}\n", wave);
  for (const PlannedOrder& order : plan.orders) {
    if (order.wave != wave) continue;
    out += Format("  order {} {} {} {}\n", order.order_no, order.amount_minor, order.currency,
                  order.status);
    for (const mockgw::Payment& payment : plan.book.payments) {
      if (payment.order_no != order.order_no) continue;
      out += Format("  payment {} of order {}, {} {}\n", payment.trade_no, payment.order_no,
                    payment.amount_minor, payment.currency);
    }
    for (const mockgw::Refund& refund : plan.book.refunds) {
      if (refund.order_no != order.order_no) continue;
      out += Format("  refund {} {} of order {}, trade {}, {}, ends as {}\n", refund.refund_id,
                    refund.out_refund_no, refund.order_no, refund.trade_no, refund.amount_minor,
                    mockgw::ToString(refund.state));
    }
  }
  for (const mockgw::NotificationEntry& entry : plan.book.notifications) {
    if (entry.wave == wave) AppendNotification(entry, out);
  }
  for (const PlannedStep& step : plan.steps) {
    if (step.wave == wave) AppendStep(plan, step, Format("step {}", step.index + 1), "  ", out);
  }
  for (const PlannedSql& sql : plan.sql) {
    if (sql.wave == wave) out += Format("  sql {} equals {}\n", sql.statement, sql.equals);
  }
}

}  // namespace

std::string PrintPlan(const Scenario& scenario, const Plan& plan) {
  std::string out = Format("scenario {}  ({})\n", scenario.name, scenario.file);
  out += Format("proves {}\n", scenario.proves);
  out += Format("channel {}\n", scenario.channel);
  out += Format("subject {}\n", SubjectLine(scenario.subject));
  out += Format("redis {}\n", scenario.redis_absent ? "absent" : "present");
  out += Format("waves {}\n", scenario.waves());
  for (int wave = 1; wave <= scenario.waves(); ++wave) AppendWave(plan, wave, out);
  for (const CheckSpec& check : scenario.checks) {
    if (const auto* named = std::get_if<NamedCheck>(&check)) {
      out += Format("check {}\n", named->name);
    } else {
      out += Format("check sql {}\n", std::get<SqlCheck>(check).statement);
    }
  }
  for (const ExpectedFinding& finding : scenario.expected) {
    out += Format("expect {} for the reason {}\n", finding.check, finding.reason);
  }
  return out;
}

}  // namespace paystorm
