#ifndef PAYSTORM_HARNESS_SCENARIO_SCENARIO_H_
#define PAYSTORM_HARNESS_SCENARIO_SCENARIO_H_

// A scenario as a person wrote it: values only, defaults filled in, placeholders not yet replaced.
// Every part that can be wrong keeps its position. Immutable by use.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mockgw/base/text_position.h"
#include "mockgw/channel/notification.h"

namespace paystorm {

// subject: {reference: {...}}
struct ReferenceSubject {
  int instances = 1;                        // 1-8
  std::string defect;                       // empty: none
  std::vector<std::string> disable_layers;  // signature, lock, notify_log, state_machine
  std::chrono::milliseconds lock_ttl{30000};
  std::chrono::milliseconds claim_lease{30000};
};

// subject: {url: http://...} or a list of urls, one an instance
struct UrlSubject {
  std::vector<std::string> urls;  // base urls without the channel's path
};

struct SubjectSpec {
  std::variant<ReferenceSubject, UrlSubject> kind;
  TextPosition position;
};

struct GivenOrder {
  std::string order_no;      // may hold {{order}}, {{order2}}, ... replaced per wave
  int64_t amount_minor = 0;  // > 0
  std::string currency = "CNY";
  std::string status = "pending";
  TextPosition position;
};

// One fault tied to a delivery step. Attempts are 1-based within the step's ladder.
struct FaultSpec {
  std::string kind;  // see harness/fault
  int first_attempt = 1;
  int last_attempt = 1;  // >= first_attempt
  std::string table;     // reject_writes: the table whose inserts fail
  std::string order;     // hold_order: the order whose row is held (placeholder allowed)
  std::chrono::milliseconds hold_for{0};  // hold_order: least time the row is held once blocked
  int instance = 0;                       // kill_subject: 0-based
  TextPosition position;
};

struct StormSpec {
  int requests = 1000;   // copies in each wave, 2-100000
  int connections = 50;  // 1-10000, at most requests
  int waves = 5;         // 1-100, each on fresh orders
};

// A new notification of some kind of event;
// resend: another delivery of one that has a label.
struct DeliverStep {
  std::optional<mockgw::EventKind> event;  // empty: resend
  std::string resend;                      // label
  std::string label;                       // `as:`; may be empty
  std::string order;                       // order number, placeholders allowed
  std::string payment;  // `of:`; label of the payment this is a second notification of (same
                        // trade_no, new notify id), or that a refund is for. Empty: for a
                        // payment a new transaction; for a refund the order's last payment
  std::optional<int64_t> amount_minor;  // default: the order's; for refunds the refund's amount
  std::string refund;    // `refund:`; label of an earlier refund notification of the same refund
  std::string currency;  // empty: the order's
  std::string mchid;     // empty: the channel's own
  std::string appid;
  mockgw::Shape shape = mockgw::Shape::kPlain;
  mockgw::OrderForm form = mockgw::OrderForm::kOrdinary;  // payments and refunds of wxpay
  mockgw::Variant variant = mockgw::Variant::kGenuine;
  std::string signing;   // a word of mockgw/channel/signing.h; empty: the channel's usual one
  std::string schedule;  // empty: once
  std::optional<StormSpec> storm;
  int instance = -1;             // 0-based; -1: attempts go round robin over the instances
  std::vector<std::string> mix;  // storm only: labels of further notifications whose copies are
                                 // dealt into the same storm in turn
  std::vector<FaultSpec> faults;
  // Deliveries made while this one's first attempt is in work (it needs a hold_order fault).
  std::vector<DeliverStep> during;
  TextPosition position;
};

// - exactly_once_effect
struct NamedCheck {
  std::string name;
  TextPosition position;
};

// - sql: SELECT ... / equals: 1
struct SqlCheck {
  std::string statement;  // placeholders {{order}}, {{paid.notify_id}}, {{paid.trade_no}}, ...
  std::string equals;     // compared as text with the single cell of the single row
  TextPosition position;
};

using CheckSpec = std::variant<NamedCheck, SqlCheck>;

struct ExpectedFinding {
  std::string check;
  std::string reason;
  TextPosition position;
};

struct Scenario {
  std::string file;
  std::string name;
  std::string proves;
  std::string channel = "wxpay";
  SubjectSpec subject;
  std::vector<GivenOrder> orders;
  bool redis_absent = false;  // given: {redis: absent}
  std::vector<DeliverStep> steps;
  std::vector<CheckSpec> checks;
  std::vector<ExpectedFinding> expected;  // expect:

  // Waves of the scenario: the storm's (all storms of one scenario must agree), else 1.
  int waves() const;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_SCENARIO_H_
