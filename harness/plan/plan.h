#ifndef PAYSTORM_HARNESS_PLAN_PLAN_H_
#define PAYSTORM_HARNESS_PLAN_PLAN_H_

// Scenario + seed -> what is sent when. Pure: the same scenario, seed, payee and start time give
// the same plan, byte for byte. Immutable by use.

#include <map>
#include <string>
#include <vector>

#include "harness/scenario/scenario.h"
#include "mockgw/base/clock.h"
#include "mockgw/base/result.h"
#include "mockgw/book/book.h"
#include "mockgw/schedule/schedule.h"

namespace paystorm {

struct PlannedOrder {
  std::string order_no;
  int64_t amount_minor = 0;
  std::string currency;
  std::string status;
  int wave = 1;
};

struct PlannedStep {
  int index = 0;  // 0-based over the scenario's steps; `during` steps carry their parent's
  int wave = 1;
  std::string notify_id;         // of the notification delivered
  std::vector<std::string> mix;  // storm: notify ids dealt in turn with notify_id
  mockgw::Variant variant = mockgw::Variant::kGenuine;
  std::string signing;        // empty when the channel has one way only
  mockgw::Schedule schedule;  // "once" when none was named
  std::optional<StormSpec> storm;
  int instance = -1;
  std::vector<FaultSpec> faults;  // placeholders replaced
  std::vector<PlannedStep> during;
  TextPosition position;
};

struct PlannedSql {
  std::string statement;  // placeholders replaced
  std::string equals;
  int wave = 1;
  size_t check_index = 0;  // into Scenario::checks
};

struct Plan {
  std::vector<PlannedOrder> orders;
  // Payments and refunds of the gateway, and every notification; deliveries are empty.
  mockgw::Book book;
  std::vector<PlannedStep> steps;  // wave by wave, in the scenario's order within each
  std::vector<PlannedSql> sql;
};

// `payee` is whom a notification pays where the scenario does not say otherwise. kInvalid with the
// position when a label, order or placeholder is unknown, a refund has no payment, a label is given
// twice, or the scenario's channel never sends such a thing.
Result<Plan> MakePlan(const Scenario& scenario, uint64_t seed, const mockgw::Payee& payee,
                      SystemTime start);

// As a person reads it: every order, step and default, one line each. Ends with a newline.
std::string PrintPlan(const Scenario& scenario, const Plan& plan);

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_PLAN_PLAN_H_
