#ifndef PAYSTORM_HARNESS_PLAN_WAVE_PLANNER_H_
#define PAYSTORM_HARNESS_PLAN_WAVE_PLANNER_H_

// Plans one wave: its orders, then what the gateway knows of their payments and refunds, then the
// notifications, and last the steps, which only name what is there by then.
// Owned by one thread; used once.

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/plan/placeholders.h"
#include "harness/plan/plan.h"
#include "harness/scenario/scenario.h"
#include "mockgw/base/result.h"

namespace paystorm {

class WavePlanner final {
 public:
  // Adds to `plan`; `used` holds every number drawn in the plan so far, so that none is drawn
  // twice. Requires that all outlive this.
  WavePlanner(const Scenario& scenario, uint64_t seed, const mockgw::Payee& payee, SystemTime start,
              int wave, std::set<std::string>& used, Plan& plan);

  // kInvalid as MakePlan says; the plan is then of no use.
  Result<void> Run();

 private:
  // What the gateway knows about the payment behind a payment step.
  struct PaymentFacts {
    std::string label;
    const PlannedOrder* order = nullptr;
    std::string trade_no;
    int64_t amount_minor = 0;
    std::string currency;
    size_t step = 0;  // index into events_
  };
  struct RefundFacts {
    std::string label;
    size_t refund = 0;   // index into the book's refunds
    size_t payment = 0;  // index into payments_
  };

  void CollectEvents(const std::vector<DeliverStep>& steps);
  Result<void> PlanOrders();
  Result<void> PlanPayment(size_t event);
  Result<void> PlanPaymentNotification(size_t event);
  Result<void> PlanRefund(size_t event);
  // Index into payments_ of the payment that a refund step gives back.
  Result<size_t> PaymentOfRefund(const DeliverStep& step, size_t event,
                                 const PlannedOrder& order) const;
  Result<void> AddNotification(const DeliverStep& step, size_t event,
                               mockgw::Notification notification, bool acceptable);
  Result<void> PlanOtherNotification(size_t event);
  // What has been refunded of that trade by the refunds of the book.
  int64_t RefundedTotal(const std::string& trade_no) const;
  Result<PlannedStep> PlanStep(const DeliverStep& step, int index) const;
  Result<FaultSpec> PlanFault(const FaultSpec& fault, const DeliverStep& step,
                              const PlannedStep& planned) const;
  Result<std::string> NotifyIdOf(const std::string& label, const TextPosition& position) const;
  Result<const PlannedOrder*> FindOrder(const std::string& written,
                                        const TextPosition& position) const;
  Result<void> PlanSql();
  // What `make` draws, never the same twice in a plan.
  std::string Draw(std::string_view purpose, size_t index,
                   const std::function<std::string(Random)>& make);
  std::string Key(size_t index) const;
  // Whether mchid and appid, as a step gives them, are the merchant's own.
  bool PaysMerchant(const mockgw::Notification& notification) const;
  Result<void> FillPayee(const DeliverStep& step, mockgw::Notification& notification) const;

  const Scenario& scenario_;
  const uint64_t seed_;
  const mockgw::Channel& channel_;
  const mockgw::Payee& payee_;
  const SystemTime start_;
  const int wave_;
  std::set<std::string>& used_;
  Plan& plan_;

  std::vector<const DeliverStep*> events_;  // steps that make a notification, in the file's order
  std::vector<PlannedOrder> orders_;
  std::vector<PaymentFacts> payments_;
  std::vector<RefundFacts> refunds_;
  PlaceholderValues values_;
  std::map<const DeliverStep*, std::string> notify_id_of_step_;
  std::map<std::string, std::string> notify_id_of_label_;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PLAN_WAVE_PLANNER_H_
