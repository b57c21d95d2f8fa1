#ifndef PAYSTORM_HARNESS_SCENARIO_KEY_TABLES_H_
#define PAYSTORM_HARNESS_SCENARIO_KEY_TABLES_H_

// Every key a scenario may hold, by the mapping it stands in. The parser, the published schema
// (reports/schema/scenario.v1.schema.json, whose definitions carry these names) and the reference
// for people (scenarios/README.md) are tested against these tables. Immutable.

#include <array>
#include <span>
#include <string_view>

namespace paystorm {

struct KeyRule {
  std::string_view name;
  bool required = false;
};

struct KeyTable {
  std::string_view name;  // of the schema's definition
  std::span<const KeyRule> keys;
};

namespace keys {

inline constexpr KeyRule kScenarioRules[] = {{"version", true}, {"name", true},  {"proves", true},
                                             {"channel", true}, {"subject"},     {"given", true},
                                             {"deliver", true}, {"check", true}, {"expect"}};
inline constexpr KeyRule kSubjectRules[] = {{"reference"}, {"url"}};
inline constexpr KeyRule kReferenceRules[] = {
    {"instances"}, {"defect"}, {"disable_layers"}, {"lock_ttl"}, {"claim_lease"}};
inline constexpr KeyRule kGivenRules[] = {{"orders", true}, {"redis"}};
inline constexpr KeyRule kOrderRules[] = {
    {"order_no", true}, {"amount_minor", true}, {"currency"}, {"status"}};
inline constexpr KeyRule kStepRules[] = {{"payment_success"},
                                         {"trade_finished"},
                                         {"charge_succeeded"},
                                         {"checkout_completed"},
                                         {"refund_success"},
                                         {"refund_abnormal"},
                                         {"refund_closed"},
                                         {"profit_sharing"},
                                         {"resend"},
                                         {"variant"},
                                         {"signing"},
                                         {"storm"},
                                         {"mix"},
                                         {"schedule"},
                                         {"instance"},
                                         {"faults"},
                                         {"during"}};
inline constexpr KeyRule kPaymentRules[] = {{"order", true}, {"as"},    {"amount_minor"},
                                            {"currency"},    {"mchid"}, {"appid"},
                                            {"of"},          {"shape"}, {"form"}};
// A refund notice of WeChat Pay has no field for currency or appid (gateways.md 1.7).
inline constexpr KeyRule kRefundRules[] = {{"order", true}, {"as"},     {"amount_minor"}, {"mchid"},
                                           {"of"},          {"refund"}, {"shape"},        {"form"}};
inline constexpr KeyRule kStormRules[] = {{"requests"}, {"connections"}, {"waves"}};
inline constexpr KeyRule kRejectWritesRules[] = {{"table", true}, {"attempts"}};
inline constexpr KeyRule kHoldOrderRules[] = {{"order"}, {"for"}, {"attempts"}};
inline constexpr KeyRule kKillSubjectRules[] = {{"instance"}, {"attempts"}};
inline constexpr KeyRule kAttemptsRules[] = {{"attempts"}};
inline constexpr KeyRule kSqlRules[] = {{"sql", true}, {"equals", true}};
inline constexpr KeyRule kExpectRules[] = {{"check", true}, {"reason", true}};

inline constexpr KeyTable kScenario{"scenario", kScenarioRules};
inline constexpr KeyTable kSubject{"subject", kSubjectRules};
inline constexpr KeyTable kReference{"reference", kReferenceRules};
inline constexpr KeyTable kGiven{"given", kGivenRules};
inline constexpr KeyTable kOrder{"order", kOrderRules};
inline constexpr KeyTable kStep{"step", kStepRules};
inline constexpr KeyTable kPayment{"payment", kPaymentRules};
inline constexpr KeyTable kRefund{"refund", kRefundRules};
inline constexpr KeyTable kStorm{"storm", kStormRules};
inline constexpr KeyTable kRejectWrites{"reject_writes", kRejectWritesRules};
inline constexpr KeyTable kHoldOrder{"hold_order", kHoldOrderRules};
inline constexpr KeyTable kKillSubject{"kill_subject", kKillSubjectRules};
// Of every fault that has no table of its own.
inline constexpr KeyTable kAttempts{"attempts_only", kAttemptsRules};
inline constexpr KeyTable kSql{"sql_check", kSqlRules};
inline constexpr KeyTable kExpect{"expected_finding", kExpectRules};

inline constexpr std::array kAll = {kScenario,  kSubject,     kReference, kGiven, kOrder,
                                    kStep,      kPayment,     kRefund,    kStorm, kRejectWrites,
                                    kHoldOrder, kKillSubject, kAttempts,  kSql,   kExpect};

// The keys of a step that say what is delivered; a step has exactly one.
inline constexpr std::string_view kActions[] = {
    "payment_success",    "trade_finished", "charge_succeeded",
    "checkout_completed", "refund_success", "refund_abnormal",
    "refund_closed",      "profit_sharing", "resend"};

}  // namespace keys
}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_KEY_TABLES_H_
