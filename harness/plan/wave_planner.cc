#include "harness/plan/wave_planner.h"

#include <algorithm>
#include <optional>

#include "harness/plan/channel_check.h"
#include "harness/scenario/values.h"
#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/base/random.h"
#include "mockgw/channel/signing.h"

namespace paystorm {
namespace {

using mockgw::Notification;

constexpr size_t kMostOrderCharacters = 64;

// What every gateway takes as the merchant's order number (WeChat Pay: 32 characters at most, which
// its channel says).
bool IsOrderNumber(std::string_view text) {
  return !text.empty() && text.size() <= kMostOrderCharacters &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '_' || c == '-' || c == '|' || c == '*';
         });
}

bool IsPayment(const DeliverStep& step) { return step.event && mockgw::IsPayment(*step.event); }
bool IsRefund(const DeliverStep& step) { return step.event && mockgw::IsRefund(*step.event); }

// The channel that the parser found in the table.
const mockgw::Channel& ChannelOf(const Scenario& scenario) {
  const mockgw::Channel* channel = mockgw::FindChannel(scenario.channel);
  CHECK(channel != nullptr) << "the parser lets no unknown channel pass";
  return *channel;
}

// The facts with that label, or null.
template <typename Facts>
const Facts* WithLabel(const std::vector<Facts>& all, const std::string& label) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Facts& f) { return f.label == label; });
  return found == all.end() ? nullptr : &*found;
}

template <typename Facts>
Error UnknownLabel(const std::vector<Facts>& known, const std::string& label,
                   const TextPosition& position) {
  std::vector<std::string> labels;
  for (const Facts& facts : known) {
    if (!facts.label.empty()) labels.push_back(facts.label);
  }
  return InvalidAt(position, Format("unknown label \"{}\"{}", label, Suggestion(label, labels)));
}

}  // namespace

WavePlanner::WavePlanner(const Scenario& scenario, uint64_t seed, const mockgw::Payee& payee,
                         SystemTime start, int wave, std::set<std::string>& used, Plan& plan)
    : scenario_(scenario),
      seed_(seed),
      channel_(ChannelOf(scenario)),
      payee_(payee),
      start_(start),
      wave_(wave),
      used_(used),
      plan_(plan) {}

std::string WavePlanner::Key(size_t index) const {
  return Format("{}/{}/{}", scenario_.name, wave_, index);
}

std::string WavePlanner::Draw(std::string_view purpose, size_t index,
                              const std::function<std::string(Random)>& make) {
  for (uint64_t attempt = 0;; ++attempt) {
    std::string number = make(Random(seed_, purpose, Key(index), attempt));
    if (used_.insert(number).second) return number;
  }
}

Result<void> WavePlanner::Run() {
  CollectEvents(scenario_.steps);
  if (auto done = PlanOrders(); !done) return done;
  // A refund may be told before its payment, so all payments come first.
  for (size_t i = 0; i < events_.size(); ++i) {
    if (!IsPayment(*events_[i])) continue;
    if (auto done = PlanPayment(i); !done) return done;
  }
  for (size_t i = 0; i < events_.size(); ++i) {
    const DeliverStep& step = *events_[i];
    auto done = IsPayment(step)  ? PlanPaymentNotification(i)
                : IsRefund(step) ? PlanRefund(i)
                                 : PlanOtherNotification(i);
    if (!done) return done;
  }
  for (size_t i = 0; i < scenario_.steps.size(); ++i) {
    auto step = PlanStep(scenario_.steps[i], static_cast<int>(i));
    if (!step) return step.error();
    plan_.steps.push_back(*std::move(step));
  }
  return PlanSql();
}

void WavePlanner::CollectEvents(const std::vector<DeliverStep>& steps) {
  for (const DeliverStep& step : steps) {
    if (step.event) events_.push_back(&step);
    CollectEvents(step.during);
  }
}

Result<void> WavePlanner::PlanOrders() {
  values_["mchid"] = payee_.mchid;
  values_["appid"] = payee_.appid;
  std::set<std::string> names;
  for (const GivenOrder& given : scenario_.orders) names.merge(OrderPlaceholders(given.order_no));
  size_t index = 0;
  for (const std::string& name : names) {
    values_[name] =
        Draw("order_no", index++, [](Random random) { return "T" + random.Digits(17); });
  }
  std::set<std::string> numbers;
  for (const PlannedOrder& earlier : plan_.orders) numbers.insert(earlier.order_no);
  for (const GivenOrder& given : scenario_.orders) {
    auto number = ReplacePlaceholders(given.order_no, values_, given.position);
    if (!number) return number.error();
    if (!IsOrderNumber(*number)) {
      return InvalidAt(given.position,
                       Format("\"{}\" is no order number: digits, letters, _ - | *, at most {}",
                              *number, kMostOrderCharacters));
    }
    if (std::string never = RefusesOrder(channel_, *number, given); !never.empty()) {
      return InvalidAt(given.position, never);
    }
    if (!numbers.insert(*number).second) {
      return InvalidAt(given.position,
                       Format("order \"{}\" is given twice, or is the same in every wave; "
                              "{{{{order}}}} is a fresh number in each",
                              *number));
    }
    orders_.push_back(
        {*std::move(number), given.amount_minor, given.currency, given.status, wave_});
  }
  plan_.orders.insert(plan_.orders.end(), orders_.begin(), orders_.end());
  return {};
}

Result<const PlannedOrder*> WavePlanner::FindOrder(const std::string& written,
                                                   const TextPosition& position) const {
  auto number = ReplacePlaceholders(written, values_, position);
  if (!number) return number.error();
  for (const PlannedOrder& order : orders_) {
    if (order.order_no == *number) return &order;
  }
  return InvalidAt(position, Format("order \"{}\" is not among the given orders", written));
}

Result<void> WavePlanner::PlanPayment(size_t event) {
  const DeliverStep& step = *events_[event];
  auto order = FindOrder(step.order, step.position);
  if (!order) return order.error();
  PaymentFacts facts;
  facts.label = step.label;
  facts.order = *order;
  facts.amount_minor = step.amount_minor.value_or((*order)->amount_minor);
  facts.currency = step.currency.empty() ? (*order)->currency : step.currency;
  facts.step = event;
  if (step.payment.empty()) {
    facts.trade_no =
        Draw("trade_no", event, [&](Random random) { return channel_.TradeNo(start_, random); });
    plan_.book.payments.push_back(
        {(*order)->order_no, facts.trade_no, facts.amount_minor, facts.currency});
  } else {
    const PaymentFacts* first = WithLabel(payments_, step.payment);
    if (first == nullptr) return UnknownLabel(payments_, step.payment, step.position);
    if (first->order != *order) {
      return InvalidAt(step.position, Format("payment \"{}\" is of another order", step.payment));
    }
    facts.trade_no = first->trade_no;
  }
  payments_.push_back(std::move(facts));
  return {};
}

Result<void> WavePlanner::FillPayee(const DeliverStep& step, Notification& notification) const {
  auto mchid = ReplacePlaceholders(step.mchid, values_, step.position);
  if (!mchid) return mchid.error();
  auto appid = ReplacePlaceholders(step.appid, values_, step.position);
  if (!appid) return appid.error();
  notification.mchid = *std::move(mchid);
  notification.appid = *std::move(appid);
  return {};
}

bool WavePlanner::PaysMerchant(const Notification& notification) const {
  return (notification.mchid.empty() || notification.mchid == payee_.mchid) &&
         (notification.appid.empty() || notification.appid == payee_.appid);
}

Result<void> WavePlanner::PlanPaymentNotification(size_t event) {
  const DeliverStep& step = *events_[event];
  const PaymentFacts& facts = *std::find_if(payments_.begin(), payments_.end(),
                                            [&](const PaymentFacts& f) { return f.step == event; });
  Notification notification;
  notification.kind = *step.event;
  notification.order_no = facts.order->order_no;
  notification.trade_no = facts.trade_no;
  notification.amount_minor = facts.amount_minor;
  notification.currency = facts.currency;
  if (auto filled = FillPayee(step, notification); !filled) return filled;
  const bool acceptable = facts.amount_minor == facts.order->amount_minor &&
                          facts.currency == facts.order->currency && PaysMerchant(notification);
  if (notify_id_of_label_.count(step.label) > 0) {
    return InvalidAt(step.position, Format("label \"{}\" is given twice", step.label));
  }
  return AddNotification(step, event, std::move(notification), acceptable);
}

// Nothing that this shop waits for: it has to leave its orders alone.
Result<void> WavePlanner::PlanOtherNotification(size_t event) {
  const DeliverStep& step = *events_[event];
  auto order = FindOrder(step.order, step.position);
  if (!order) return order.error();
  Notification notification;
  notification.kind = *step.event;
  notification.order_no = (*order)->order_no;
  notification.trade_no =
      Draw("trade_no", event, [&](Random random) { return channel_.TradeNo(start_, random); });
  notification.amount_minor = step.amount_minor.value_or((*order)->amount_minor);
  notification.currency = (*order)->currency;
  if (auto filled = FillPayee(step, notification); !filled) return filled;
  return AddNotification(step, event, std::move(notification), false);
}

Result<size_t> WavePlanner::PaymentOfRefund(const DeliverStep& step, size_t event,
                                            const PlannedOrder& order) const {
  if (!step.refund.empty()) {
    const RefundFacts* first = WithLabel(refunds_, step.refund);
    if (first == nullptr) return UnknownLabel(refunds_, step.refund, step.position);
    const PaymentFacts& payment = payments_[first->payment];
    const bool other_payment = !step.payment.empty() && step.payment != payment.label;
    if (payment.order != &order || other_payment) {
      return InvalidAt(step.position,
                       Format("refund \"{}\" is of another order or payment", step.refund));
    }
    return first->payment;
  }
  if (!step.payment.empty()) {
    const PaymentFacts* payment = WithLabel(payments_, step.payment);
    if (payment == nullptr) return UnknownLabel(payments_, step.payment, step.position);
    if (payment->order != &order) {
      return InvalidAt(step.position, Format("payment \"{}\" is of another order", step.payment));
    }
    return static_cast<size_t>(payment - payments_.data());
  }
  // The order's last payment before this step, else its first one after.
  std::optional<size_t> chosen;
  for (size_t i = 0; i < payments_.size(); ++i) {
    if (payments_[i].order != &order) continue;
    if (payments_[i].step < event || !chosen) chosen = i;
  }
  if (!chosen) {
    return InvalidAt(step.position,
                     Format("a refund of order \"{}\", which no step pays", step.order));
  }
  return *chosen;
}

Result<void> WavePlanner::PlanRefund(size_t event) {
  const DeliverStep& step = *events_[event];
  auto order = FindOrder(step.order, step.position);
  if (!order) return order.error();
  auto payment_at = PaymentOfRefund(step, event, **order);
  if (!payment_at) return payment_at.error();
  const PaymentFacts& payment = payments_[*payment_at];
  if (notify_id_of_label_.count(step.label) > 0) {
    return InvalidAt(step.position, Format("label \"{}\" is given twice", step.label));
  }
  RefundFacts facts{step.label, plan_.book.refunds.size(), *payment_at};
  if (step.refund.empty()) {
    const std::string out_refund_no =
        Draw("out_refund_no", event, [](Random random) { return "R" + random.Digits(17); });
    std::string refund_id = channel_.RefundId(start_, Random(seed_, "refund_id", Key(event)));
    // A gateway without ids of its own for refunds goes by the merchant's.
    if (refund_id.empty()) refund_id = out_refund_no;
    plan_.book.refunds.push_back({std::move(refund_id), out_refund_no, (*order)->order_no,
                                  payment.trade_no,
                                  step.amount_minor.value_or(payment.amount_minor), *step.event});
  } else {
    facts.refund = WithLabel(refunds_, step.refund)->refund;
    plan_.book.refunds[facts.refund].state = *step.event;
  }
  const mockgw::Refund& refund = plan_.book.refunds[facts.refund];
  Notification notification;
  notification.kind = *step.event;
  notification.order_no = refund.order_no;
  notification.trade_no = refund.trade_no;
  notification.out_refund_no = refund.out_refund_no;
  notification.refund_id = refund.refund_id;
  notification.amount_minor = payment.amount_minor;
  notification.refund_minor = step.amount_minor.value_or(refund.amount_minor);
  notification.refunded_total_minor = RefundedTotal(refund.trade_no);
  notification.currency = payment.currency;
  if (auto filled = FillPayee(step, notification); !filled) return filled;
  const bool acceptable =
      payment.amount_minor == (*order)->amount_minor && payment.currency == (*order)->currency &&
      notification.refund_minor <= payment.amount_minor &&
      notification.refund_minor == refund.amount_minor && PaysMerchant(notification);
  refunds_.push_back(std::move(facts));
  return AddNotification(step, event, std::move(notification), acceptable);
}

int64_t WavePlanner::RefundedTotal(const std::string& trade_no) const {
  int64_t total = 0;
  for (const mockgw::Refund& refund : plan_.book.refunds) {
    if (refund.trade_no != trade_no || refund.state != mockgw::EventKind::kRefundSuccess) continue;
    total += refund.amount_minor;
  }
  return total;
}

// Requires that the label is not taken yet.
Result<void> WavePlanner::AddNotification(const DeliverStep& step, size_t event,
                                          Notification notification, bool acceptable) {
  notification.created_at = start_;
  notification.shape = step.shape;
  notification.form = step.form;
  if (std::string never = channel_.Refuses(notification); !never.empty()) {
    return InvalidAt(step.position, never);
  }
  notification.notify_id = channel_.NotifyId(notification, Random(seed_, "notify_id", Key(event)));
  // A namespace of its own: a notify id may be the trade's number.
  if (!used_.insert("notify_id " + notification.notify_id).second) {
    return InvalidAt(step.position,
                     Format("{} sends no notify id, so this notification is one that stands here "
                            "already; send that one again with \"resend\"",
                            channel_.name()));
  }
  notify_id_of_step_[&step] = notification.notify_id;
  if (!step.label.empty()) {
    notify_id_of_label_[step.label] = notification.notify_id;
    values_[step.label + ".notify_id"] = notification.notify_id;
    values_[step.label + ".order_no"] = notification.order_no;
    values_[step.label + ".trade_no"] = notification.trade_no;
    if (mockgw::IsRefund(notification.kind)) {
      values_[step.label + ".refund_id"] = notification.refund_id;
      values_[step.label + ".out_refund_no"] = notification.out_refund_no;
    }
  }
  plan_.book.notifications.push_back({std::move(notification), step.label, wave_, acceptable});
  return {};
}

Result<std::string> WavePlanner::NotifyIdOf(const std::string& label,
                                            const TextPosition& position) const {
  const auto found = notify_id_of_label_.find(label);
  if (found != notify_id_of_label_.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, id] : notify_id_of_label_) known.push_back(name);
  return InvalidAt(position, Format("unknown label \"{}\"{}", label, Suggestion(label, known)));
}

Result<PlannedStep> WavePlanner::PlanStep(const DeliverStep& step, int index) const {
  PlannedStep planned;
  planned.index = index;
  planned.wave = wave_;
  planned.variant = step.variant;
  planned.signing = step.signing;
  const auto signings = mockgw::SigningWords(channel_);
  if (planned.signing.empty() && !signings.empty()) planned.signing = signings.front();
  planned.storm = step.storm;
  planned.instance = step.instance;
  planned.position = step.position;
  if (step.event) {
    planned.notify_id = notify_id_of_step_.at(&step);
  } else {
    auto id = NotifyIdOf(step.resend, step.position);
    if (!id) return id.error();
    planned.notify_id = *std::move(id);
  }
  const mockgw::NotificationEntry& told = *plan_.book.FindNotification(planned.notify_id);
  if (auto possible = CheckHow(channel_, step, told.notification.kind); !possible) {
    return possible.error();
  }
  for (const std::string& label : step.mix) {
    auto id = NotifyIdOf(label, step.position);
    if (!id) return id.error();
    planned.mix.push_back(*std::move(id));
  }
  const std::string name = step.schedule.empty() ? "once" : step.schedule;
  const mockgw::Schedule* schedule = mockgw::FindSchedule(name);
  CHECK(schedule != nullptr) << "every channel's schedules are in the table: " << name;
  planned.schedule = *schedule;
  for (const FaultSpec& fault : step.faults) {
    auto filled = PlanFault(fault, step, planned);
    if (!filled) return filled.error();
    planned.faults.push_back(*std::move(filled));
  }
  for (const DeliverStep& child : step.during) {
    auto inner = PlanStep(child, index);
    if (!inner) return inner.error();
    planned.during.push_back(*std::move(inner));
  }
  return planned;
}

Result<FaultSpec> WavePlanner::PlanFault(const FaultSpec& fault, const DeliverStep& step,
                                         const PlannedStep& planned) const {
  // A fault that cannot come would leave the run without a verdict, so it is said beforehand.
  const size_t attempts = planned.schedule.attempts();
  if (static_cast<size_t>(fault.last_attempt) > attempts) {
    const std::string_view hint =
        step.schedule.empty() && !step.storm ? "; give the step a schedule" : "";
    return InvalidAt(fault.position, Format("{} names attempt {}, but the step makes {}{}",
                                            fault.kind, fault.last_attempt, attempts, hint));
  }
  FaultSpec filled = fault;
  if (fault.kind != "hold_order") return filled;
  if (fault.order.empty()) {
    filled.order = plan_.book.FindNotification(planned.notify_id)->notification.order_no;
    return filled;
  }
  auto order = FindOrder(fault.order, fault.position);
  if (!order) return order.error();
  filled.order = (*order)->order_no;
  return filled;
}

Result<void> WavePlanner::PlanSql() {
  for (size_t i = 0; i < scenario_.checks.size(); ++i) {
    const auto* check = std::get_if<SqlCheck>(&scenario_.checks[i]);
    if (check == nullptr) continue;
    auto statement = ReplacePlaceholders(check->statement, values_, check->position);
    if (!statement) return statement.error();
    auto equals = ReplacePlaceholders(check->equals, values_, check->position);
    if (!equals) return equals.error();
    plan_.sql.push_back({*std::move(statement), *std::move(equals), wave_, i});
  }
  return {};
}

}  // namespace paystorm
