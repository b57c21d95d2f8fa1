// Proves the exact words, place, line and caret of each error, by one slip at a time in a right
// scenario.

#include <gtest/gtest.h>

#include <cstdlib>
#include <ostream>
#include <string>

#include "harness/scenario/parser.h"
#include "harness/scenario/sample_vocabulary.h"

namespace paystorm {
namespace {

constexpr char kRight[] = R"(version: 1
name: base
proves: A base.
channel: wxpay
subject: {reference: {instances: 2}}
given:
  orders: [{order_no: "{{order}}", amount_minor: 9900}]
deliver:
  - payment_success: {order: "{{order}}", as: paid}
    schedule: wechat_v3
  - resend: paid
check:
  - exactly_once_effect
)";

struct Slip {
  const char* name;
  const char* right;
  const char* wrong;  // stands in its place
  const char* message;
  const char* also_right = nullptr;  // a second change that brings the first one to light
  const char* also_wrong = nullptr;

  friend std::ostream& operator<<(std::ostream& out, const Slip& slip) { return out << slip.name; }
};

// clang-format off
const Slip kSlips[] = {
    {"UnknownKey", "deliver:", "delivr:",
     R"(a.yaml:8:1: unknown key "delivr", did you mean "deliver"?
   8 | delivr:
     | ^)"},
    {"UnknownKeyWithNothingNear", "channel: wxpay\n", "channel: wxpay\nzebra: 1\n",
     R"(a.yaml:5:1: unknown key "zebra"; known here: version, name, proves, channel, subject, given, deliver, check, expect
   5 | zebra: 1
     | ^)"},
    {"UnknownNestedKey", "as: paid", "label: paid",
     R"(a.yaml:9:43: unknown key "label"; known here: order, as, amount_minor, currency, mchid, appid, of, shape, form
   9 |   - payment_success: {order: "{{order}}", label: paid}
     |                                           ^)"},
    {"MissingKey", "proves: A base.\n", "",
     R"(a.yaml:1:1: a scenario needs the key "proves"
   1 | version: 1
     | ^)"},
    {"MissingNestedKey", "amount_minor: 9900", "currency: CNY",
     R"(a.yaml:7:12: an order needs the key "amount_minor"
   7 |   orders: [{order_no: "{{order}}", currency: CNY}]
     |            ^)"},
    {"DuplicateKey", "name: base\n", "name: base\nname: other\n",
     R"(a.yaml:3:1: key "name" is given twice, first on line 2
   3 | name: other
     | ^)"},
    {"DuplicateNestedKey", "as: paid", "as: paid, as: again",
     R"(a.yaml:9:53: key "as" is given twice, first on line 9
   9 |   - payment_success: {order: "{{order}}", as: paid, as: again}
     |                                                     ^)"},
    {"MergeKey", "name: base\n", "<<: {name: base}\n",
     R"(a.yaml:2:1: unknown key "<<"; known here: version, name, proves, channel, subject, given, deliver, check, expect
   2 | <<: {name: base}
     | ^)"},
    {"KeyThatIsAList", "name: base\n", "? [name]\n: base\n",
     R"(a.yaml:2:3: a key must be a word; or is a bracket or quote left open here?
   2 | ? [name]
     |   ^)"},
    {"EmptyKey", "name: base\n", ": base\n",
     R"(a.yaml:2:1: a key must be a word; or is a bracket or quote left open here?
   2 | : base
     | ^)"},
    {"Version", "version: 1", "version: 2",
     R"(a.yaml:1:10: "version" is 1; no other is known here
   1 | version: 2
     |          ^)"},
    {"VersionInQuotes", "version: 1", "version: \"1\"",
     R"(a.yaml:1:10: "version" is 1; no other is known here
   1 | version: "1"
     |          ^)"},
    {"NameWithCapitals", "name: base", "name: Base",
     R"(a.yaml:2:7: a name is small letters, digits and -, at most 64
   2 | name: Base
     |       ^)"},
    {"NothingWhereTextMust", "name: base", "name:",
     R"(a.yaml:2:1: "name" needs text, not nothing
   2 | name:
     | ^)"},
    {"EmptyText", "proves: A base.", "proves: ''",
     R"(a.yaml:3:9: "proves" is empty
   3 | proves: ''
     |         ^)"},
    {"TwoLines", "proves: A base.", "proves: |\n  One.\n  Two.",
     R"(a.yaml:3:9: "proves" is one sentence on one line; fold a longer one with >-
   3 | proves: |
     |         ^)"},
    {"ListWhereTextMust", "name: base", "name: [base]",
     R"(a.yaml:2:7: "name" needs text, not a list
   2 | name: [base]
     |       ^)"},
    {"UnknownChannel", "channel: wxpay", "channel: wxpai",
     R"(a.yaml:4:10: unknown channel "wxpai", did you mean "wxpay"?
   4 | channel: wxpai
     |          ^)"},
    {"SubjectOfNothing", "{reference: {instances: 2}}", "{}",
     R"(a.yaml:5:10: a subject needs either "reference" or "url"
   5 | subject: {}
     |          ^)"},
    {"SubjectOfTwo", "{reference: {instances: 2}}", "{reference: {}, url: 'http://127.0.0.1:1'}",
     R"(a.yaml:5:10: a subject needs either "reference" or "url"
   5 | subject: {reference: {}, url: 'http://127.0.0.1:1'}
     |          ^)"},
    {"SubjectThatIsAWord", "{reference: {instances: 2}}", "reference",
     R"(a.yaml:5:10: a subject is a mapping of keys to values, not text
   5 | subject: reference
     |          ^)"},
    {"TooManyInstances", "instances: 2", "instances: 9",
     R"(a.yaml:5:34: "instances" needs a whole number from 1 to 8, not "9"
   5 | subject: {reference: {instances: 9}}
     |                                  ^)"},
    {"NumberInQuotes", "instances: 2", "instances: \"2\"",
     R"(a.yaml:5:34: "instances" needs a whole number from 1 to 8; in quotes it is text
   5 | subject: {reference: {instances: "2"}}
     |                                  ^)"},
    {"NumberWithFraction", "amount_minor: 9900", "amount_minor: 99.00",
     R"(a.yaml:7:50: "amount_minor" needs a whole number from 1 to 1000000000000, not "99.00"
   7 |   orders: [{order_no: "{{order}}", amount_minor: 99.00}]
     |                                                  ^)"},
    {"NumberBeyondAllBounds", "amount_minor: 9900", "amount_minor: 99000000000000000000",
     R"(a.yaml:7:50: "amount_minor" needs a whole number from 1 to 1000000000000, not "99000000000000000000"
   7 |   orders: [{order_no: "{{order}}", amount_minor: 99000000000000000000}]
     |                                                  ^)"},
    {"AmountOfNothing", "amount_minor: 9900", "amount_minor: 0",
     R"(a.yaml:7:50: "amount_minor" needs a whole number from 1 to 1000000000000, not "0"
   7 |   orders: [{order_no: "{{order}}", amount_minor: 0}]
     |                                                  ^)"},
    {"ListWhereANumberMust", "amount_minor: 9900", "amount_minor: [1]",
     R"(a.yaml:7:50: "amount_minor" needs a whole number from 1 to 1000000000000, not a list
   7 |   orders: [{order_no: "{{order}}", amount_minor: [1]}]
     |                                                  ^)"},
    {"TimeWithoutUnit", "instances: 2", "lock_ttl: 30",
     R"(a.yaml:5:33: "lock_ttl" needs a time from 50ms to 24h, a number with its unit (ms, s, m, h), not "30"
   5 | subject: {reference: {lock_ttl: 30}}
     |                                 ^)"},
    {"TimeOfUnknownUnit", "instances: 2", "lock_ttl: 30sec",
     R"(a.yaml:5:33: "lock_ttl" needs a time from 50ms to 24h, a number with its unit (ms, s, m, h), not "30sec"
   5 | subject: {reference: {lock_ttl: 30sec}}
     |                                 ^)"},
    {"TimeOutOfRange", "instances: 2", "lock_ttl: 48h",
     R"(a.yaml:5:33: "lock_ttl" needs a time from 50ms to 24h, not "48h"
   5 | subject: {reference: {lock_ttl: 48h}}
     |                                 ^)"},
    {"UnknownLayer", "instances: 2", "disable_layers: [notify-log]",
     R"(a.yaml:5:40: unknown layer "notify-log", did you mean "notify_log"?
   5 | subject: {reference: {disable_layers: [notify-log]}}
     |                                        ^)"},
    {"LayerTwice", "instances: 2", "disable_layers: [lock, lock]",
     R"(a.yaml:5:46: layer "lock" stands here twice
   5 | subject: {reference: {disable_layers: [lock, lock]}}
     |                                              ^)"},
    {"LayersNotAList", "instances: 2", "disable_layers: lock",
     R"(a.yaml:5:39: "disable_layers" needs a list, not text
   5 | subject: {reference: {disable_layers: lock}}
     |                                       ^)"},
    {"UrlWithoutScheme", "{reference: {instances: 2}}", "{url: '127.0.0.1:8080'}",
     R"(a.yaml:5:16: a url begins with http:// and a host, as in http://127.0.0.1:8080
   5 | subject: {url: '127.0.0.1:8080'}
     |                ^)"},
    {"UrlWithoutHost", "{reference: {instances: 2}}", "{url: ['http://127.0.0.1:1', 'http://']}",
     R"(a.yaml:5:39: a url begins with http:// and a host, as in http://127.0.0.1:8080
   5 | subject: {url: ['http://127.0.0.1:1', 'http://']}
     |                                       ^)"},
    {"NoOrders", "orders: [{order_no: \"{{order}}\", amount_minor: 9900}]", "orders: []",
     R"(a.yaml:7:11: "orders" is an empty list
   7 |   orders: []
     |           ^)"},
    {"OrderTwice", "amount_minor: 9900}]", "amount_minor: 9900}, {order_no: \"{{order}}\", amount_minor: 1}]",
     R"(a.yaml:7:57: order "{{order}}" is given twice, first on line 7
   7 |   orders: [{order_no: "{{order}}", amount_minor: 9900}, {order_no: "{{order}}", amount_minor: 1}]
     |                                                         ^)"},
    {"Currency", "amount_minor: 9900", "amount_minor: 9900, currency: cny",
     R"(a.yaml:7:66: a currency is three capital letters, as in CNY
   7 |   orders: [{order_no: "{{order}}", amount_minor: 9900, currency: cny}]
     |                                                                  ^)"},
    {"OrderState", "amount_minor: 9900", "amount_minor: 9900, status: payed",
     R"(a.yaml:7:64: unknown status "payed", did you mean "paid"?
   7 |   orders: [{order_no: "{{order}}", amount_minor: 9900, status: payed}]
     |                                                                ^)"},
    {"RedisState", "deliver:", "  redis: gone\ndeliver:",
     R"(a.yaml:8:10: unknown state of Redis "gone"; known here: present, absent
   8 |   redis: gone
     |          ^)"},
    {"StepWithoutAction", "  - resend: paid\n", "  - schedule: once\n",
     R"(a.yaml:11:5: a step needs one of payment_success, trade_finished, charge_succeeded, checkout_completed, refund_success, refund_abnormal, refund_closed, profit_sharing, resend
  11 |   - schedule: once
     |     ^)"},
    {"StepWithTwoActions", "  - resend: paid\n", "  - resend: paid\n    refund_success: {order: x}\n",
     R"(a.yaml:11:5: "refund_success" and "resend" in one step; a step delivers one notification
  11 |   - resend: paid
     |     ^)"},
    {"UnknownAction", "  - resend: paid\n", "  - refund_sucess: {order: x}\n",
     R"(a.yaml:11:5: unknown key "refund_sucess", did you mean "refund_success"?
  11 |   - refund_sucess: {order: x}
     |     ^)"},
    {"StepThatIsAWord", "  - resend: paid\n", "  - resend\n",
     R"(a.yaml:11:5: a step is a mapping of keys to values, not text
  11 |   - resend
     |     ^)"},
    {"UnknownSchedule", "schedule: wechat_v3", "schedule: wechat_v2",
     R"(a.yaml:10:15: unknown schedule "wechat_v2", did you mean "wechat_v3"?
  10 |     schedule: wechat_v2
     |               ^)"},
    {"UnknownVariant", "schedule: wechat_v3", "variant: wrongkey",
     R"(a.yaml:10:14: unknown variant "wrongkey", did you mean "wrong_key"?
  10 |     variant: wrongkey
     |              ^)"},
    {"BadLabel", "as: paid", "as: Paid",
     R"(a.yaml:9:47: a label is a small letter, then small letters, digits, _ or -, at most 40
   9 |   - payment_success: {order: "{{order}}", as: Paid}
     |                                               ^)"},
    {"LabelTwice", "  - resend: paid\n", "  - payment_success: {order: \"{{order}}\", as: paid}\n",
     R"(a.yaml:11:47: label "paid" is given twice, first on line 9
  11 |   - payment_success: {order: "{{order}}", as: paid}
     |                                               ^)"},
    {"UnknownLabel", "resend: paid", "resend: payed",
     R"(a.yaml:11:13: unknown label "payed", did you mean "paid"?
  11 |   - resend: payed
     |             ^)"},
    {"LabelGivenLater", "  - payment_success:", "  - resend: paid\n  - payment_success:",
     R"(a.yaml:9:13: label "paid" is not given before this, but on line 10
   9 |   - resend: paid
     |             ^)"},
    {"PaymentOfItself", "as: paid", "as: paid, of: paid",
     R"(a.yaml:9:57: label "paid" is not given before this, but on line 9
   9 |   - payment_success: {order: "{{order}}", as: paid, of: paid}
     |                                                         ^)"},
    {"RefundOfARefund", "  - resend: paid\n", "  - refund_success: {order: \"{{order}}\", as: back}\n  - refund_closed: {order: \"{{order}}\", of: back}\n",
     R"(a.yaml:12:45: "of" needs the label of a payment; "back" is a refund
  12 |   - refund_closed: {order: "{{order}}", of: back}
     |                                             ^)"},
    {"RefundThatIsAPayment", "  - resend: paid\n", "  - refund_success: {order: \"{{order}}\", refund: paid}\n",
     R"(a.yaml:11:50: "refund" needs the label of a refund; "paid" is a payment
  11 |   - refund_success: {order: "{{order}}", refund: paid}
     |                                                  ^)"},
    {"RefundHasNoAppid", "  - resend: paid\n", "  - refund_success: {order: \"{{order}}\", appid: wx1}\n",
     R"(a.yaml:11:42: unknown key "appid"; known here: order, as, amount_minor, mchid, of, refund, shape, form
  11 |   - refund_success: {order: "{{order}}", appid: wx1}
     |                                          ^)"},
    {"InstanceThatIsNot", "schedule: wechat_v3", "instance: 3",
     R"(a.yaml:10:15: "instance" needs a whole number from 1 to 2, not "3"
  10 |     instance: 3
     |               ^)"},
    {"InstanceFromZero", "schedule: wechat_v3", "instance: 0",
     R"(a.yaml:10:15: "instance" needs a whole number from 1 to 2, not "0"
  10 |     instance: 0
     |               ^)"},
    {"StormAndSchedule", "    schedule: wechat_v3", "    storm: {}\n    schedule: wechat_v3",
     R"(a.yaml:11:5: a storm has no schedule; resend in the next step
  11 |     schedule: wechat_v3
     |     ^)"},
    {"StormTooSmall", "schedule: wechat_v3", "storm: {requests: 1}",
     R"(a.yaml:10:23: "requests" needs a whole number from 2 to 100000, not "1"
  10 |     storm: {requests: 1}
     |                       ^)"},
    {"MoreConnectionsThanRequests", "schedule: wechat_v3", "storm: {requests: 10, connections: 11}",
     R"(a.yaml:10:40: 11 connections for 10 requests; some would have nothing to send
  10 |     storm: {requests: 10, connections: 11}
     |                                        ^)"},
    {"WavesDisagree", "schedule: wechat_v3\n  - resend: paid\n", "storm: {waves: 2}\n  - resend: paid\n    storm: {waves: 3}\n",
     R"(a.yaml:12:20: 3 waves here and 2 in the storm on line 10; all storms of a scenario have the same number
  12 |     storm: {waves: 3}
     |                    ^)"},
    {"MixWithoutStorm", "  - resend: paid\n", "  - payment_success: {order: \"{{order}}\"}\n    mix: [paid]\n",
     R"(a.yaml:12:5: "mix" needs a storm to be mixed into
  12 |     mix: [paid]
     |     ^)"},
    {"MixOfItself", "schedule: wechat_v3", "storm: {}\n    mix: [paid]",
     R"(a.yaml:11:11: "paid" is what this storm delivers anyway
  11 |     mix: [paid]
     |           ^)"},
    {"UnknownFault", "schedule: wechat_v3", "faults: [{reject_write: {table: order}}]",
     R"(a.yaml:10:15: unknown fault "reject_write", did you mean "reject_writes"?
  10 |     faults: [{reject_write: {table: order}}]
     |               ^)"},
    {"FaultThatIsAWord", "schedule: wechat_v3", "faults: [redis_down]",
     R"(a.yaml:10:14: a fault is one name with its keys, as in "redis_down: {attempts: 1-2}"
  10 |     faults: [redis_down]
     |              ^)"},
    {"FaultWithoutItsKey", "schedule: wechat_v3", "faults: [{reject_writes: {}}]",
     R"(a.yaml:10:30: reject_writes needs the key "table"
  10 |     faults: [{reject_writes: {}}]
     |                              ^)"},
    {"FaultWithNothing", "schedule: wechat_v3", "faults: [{redis_down: }]",
     R"(a.yaml:10:15: redis_down is a mapping of keys to values, not nothing
  10 |     faults: [{redis_down: }]
     |               ^)"},
    {"FaultWithAnothersKey", "schedule: wechat_v3", "faults: [{redis_down: {table: order}}]",
     R"(a.yaml:10:28: unknown key "table"; known here: attempts
  10 |     faults: [{redis_down: {table: order}}]
     |                            ^)"},
    {"TableName", "schedule: wechat_v3", "faults: [{reject_writes: {table: order; drop}}]",
     R"(a.yaml:10:38: "table" needs the name of a table
  10 |     faults: [{reject_writes: {table: order; drop}}]
     |                                      ^)"},
    {"AttemptsBackwards", "schedule: wechat_v3", "faults: [{redis_down: {attempts: 3-1}}]",
     R"(a.yaml:10:38: "attempts" needs one attempt or a range of them, 1 to 1000, as in 2 or 1-3
  10 |     faults: [{redis_down: {attempts: 3-1}}]
     |                                      ^)"},
    {"AttemptsFromZero", "schedule: wechat_v3", "faults: [{redis_down: {attempts: 0}}]",
     R"(a.yaml:10:38: "attempts" needs one attempt or a range of them, 1 to 1000, as in 2 or 1-3
  10 |     faults: [{redis_down: {attempts: 0}}]
     |                                      ^)"},
    {"RedisFaultWithoutRedis", "deliver:\n  - payment_success: {order: \"{{order}}\", as: paid}\n", "  redis: absent\ndeliver:\n  - payment_success: {order: \"{{order}}\", as: paid}\n    faults: [{redis_down: {}}]\n",
     R"(a.yaml:11:15: this fault can never come: "given" says that Redis is absent
  11 |     faults: [{redis_down: {}}]
     |               ^)"},
    {"KillWithoutHold", "schedule: wechat_v3", "faults: [{kill_subject: {}}]",
     R"(a.yaml:10:15: kill_subject needs the fault hold_order in the same step, which keeps the delivery in work until the kill
  10 |     faults: [{kill_subject: {}}]
     |               ^)"},
    {"KillOutsideTheHold", "schedule: wechat_v3", "schedule: wechat_v3\n    faults: [{hold_order: {}}, {kill_subject: {attempts: 1-2}}]",
     R"(a.yaml:11:33: kill_subject names attempts in which hold_order holds nothing
  11 |     faults: [{hold_order: {}}, {kill_subject: {attempts: 1-2}}]
     |                                 ^)"},
    {"KillOfAStranger", "subject: {reference: {instances: 2}}", "subject: {url: 'http://127.0.0.1:1'}",
     R"(a.yaml:10:33: a subject given by its url cannot be killed; only the reference is started by paystorm
  10 |     faults: [{hold_order: {}}, {kill_subject: {}}]
     |                                 ^)", "schedule: wechat_v3", "faults: [{hold_order: {}}, {kill_subject: {}}]"},
    {"HoldOfAStorm", "schedule: wechat_v3", "storm: {}\n    faults: [{hold_order: {}}]",
     R"(a.yaml:11:15: hold_order needs a single delivery, not a storm
  11 |     faults: [{hold_order: {}}]
     |               ^)"},
    {"DuringWithoutHold", "schedule: wechat_v3", "during: [{resend: paid}]",
     R"(a.yaml:10:5: "during" needs the fault hold_order in the same step, which keeps the first delivery in work
  10 |     during: [{resend: paid}]
     |     ^)"},
    {"StormInsideDuring", "schedule: wechat_v3", "faults: [{hold_order: {}}]\n    during: [{resend: paid, storm: {}}]",
     R"(a.yaml:11:29: "storm" cannot stand inside "during"; each of its steps is one delivery
  11 |     during: [{resend: paid, storm: {}}]
     |                             ^)"},
    {"UnknownCheck", "- exactly_once_effect", "- exactly_once_efect",
     R"(a.yaml:13:5: unknown check "exactly_once_efect", did you mean "exactly_once_effect"?
  13 |   - exactly_once_efect
     |     ^)"},
    {"CheckTwice", "- exactly_once_effect", "- exactly_once_effect\n  - exactly_once_effect",
     R"(a.yaml:14:5: check "exactly_once_effect" stands here twice
  14 |   - exactly_once_effect
     |     ^)"},
    {"SqlThatWrites", "- exactly_once_effect", "- {sql: DELETE FROM x, equals: 1}",
     R"(a.yaml:13:11: a check only reads: the statement begins with SELECT or WITH
  13 |   - {sql: DELETE FROM x, equals: 1}
     |           ^)"},
    {"SqlWithoutEquals", "- exactly_once_effect", "- sql: SELECT 1",
     R"(a.yaml:13:5: a check by SQL needs the key "equals"
  13 |   - sql: SELECT 1
     |     ^)"},
    {"SqlEqualsNothing", "- exactly_once_effect", "- sql: SELECT 1\n    equals:",
     R"(a.yaml:14:5: "equals" needs one value, not nothing
  14 |     equals:
     |     ^)"},
    {"ExpectedButNotChecked", "- exactly_once_effect\n", "- exactly_once_effect\nexpect: [{check: converges, reason: never}]\n",
     R"(a.yaml:14:18: "converges" is not in the scenario's list of checks; known here: exactly_once_effect
  14 | expect: [{check: converges, reason: never}]
     |                  ^)"},
    {"ExpectedTwice", "- exactly_once_effect\n", "- exactly_once_effect\nexpect:\n  - {check: exactly_once_effect, reason: twice}\n  - {check: exactly_once_effect, reason: twice}\n",
     R"(a.yaml:16:5: this finding is expected twice
  16 |   - {check: exactly_once_effect, reason: twice}
     |     ^)"},
    {"Anchor", "{reference: {instances: 2}}", "&s {reference: {}}",
     R"(a.yaml:5:10: an anchor (&s) is not allowed here; write the value out
   5 | subject: &s {reference: {}}
     |          ^)"},
    {"AliasToNothing", "{reference: {instances: 2}}", "*s",
     R"(a.yaml:5:10: not valid YAML: the referenced anchor is not defined
   5 | subject: *s
     |          ^)"},
    {"Tag", "version: 1", "version: !!int 1",
     R"(a.yaml:1:10: a tag (!name) is not allowed here; the reader knows the type of each key
   1 | version: !!int 1
     |          ^)"},
    {"SecondDocument", "  - exactly_once_effect\n", "  - exactly_once_effect\n---\nversion: 1\n",
     R"(a.yaml:14:1: a second document; a scenario file holds one
  14 | ---
     | ^)"},
    {"OpenBracket", "amount_minor: 9900}]", "amount_minor: 9900}",
     R"(a.yaml:8:1: not valid YAML: end of sequence flow not found
   8 | deliver:
     | ^)"},
    {"OpenQuote", "name: base", "name: \"base",
     R"(a.yaml:7:24: not valid YAML: end of map not found
   7 |   orders: [{order_no: "{{order}}", amount_minor: 9900}]
     |                        ^)"},
    {"TabAsIndent", "  - resend", "\t- resend",
     R"(a.yaml:11:1: not valid YAML: illegal tab when looking for indentation
  11 | 	- resend: paid
     | ^)"},
    {"UnsetVariable", "name: base", "name: x-${PAYSTORM_TEST_UNSET}",
     R"(a.yaml:2:9: environment variable PAYSTORM_TEST_UNSET is not set
   2 | name: x-${PAYSTORM_TEST_UNSET}
     |         ^)"},
    {"OpenVariable", "name: base", "name: ${PAYSTORM_TEST",
     R"(a.yaml:2:7: "${" without its "}"; write "$${" for the characters themselves
   2 | name: ${PAYSTORM_TEST
     |       ^)"},
    {"VariableName", "name: base", "name: ${1X}",
     R"(a.yaml:2:7: "1X" is no name of an environment variable
   2 | name: ${1X}
     |       ^)"},
    {"VariableIsNotShown", "instances: 2", "instances: \"${PAYSTORM_TEST_SECRET}\"",
     R"(a.yaml:5:34: "instances" needs a whole number from 1 to 8, not "${PAYSTORM_TEST_SECRET}"
   5 | subject: {reference: {instances: "${PAYSTORM_TEST_SECRET}"}}
     |                                  ^)"},
    {"WideCharactersBeforeTheCaret", "  - resend: paid\n", "  - {resend: paid, variant: 假的, 鍵: 1}\n",
     R"(a.yaml:11:33: unknown key "鍵"; known here: payment_success, trade_finished, charge_succeeded, checkout_completed, refund_success, refund_abnormal, refund_closed, profit_sharing, resend, variant, signing, storm, mix, schedule, instance, faults, during
  11 |   - {resend: paid, variant: 假的, 鍵: 1}
     |                                   ^)"},
};
// clang-format on

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class Errors : public testing::TestWithParam<Slip> {};

TEST_P(Errors, SayWhatWhereAndWhatInstead) {
  ASSERT_EQ(setenv("PAYSTORM_TEST_SECRET", "hunter2", 1), 0);
  const Slip& slip = GetParam();
  std::string text = Replaced(kRight, slip.right, slip.wrong);
  if (slip.also_right != nullptr) text = Replaced(text, slip.also_right, slip.also_wrong);
  const auto scenario = ParseScenario(text, "a.yaml", SampleVocabulary());
  ASSERT_FALSE(scenario) << text;
  EXPECT_EQ(scenario.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(scenario.error().message, slip.message);
}

INSTANTIATE_TEST_SUITE_P(Each, Errors, testing::ValuesIn(kSlips),
                         [](const auto& each) { return std::string(each.param.name); });

// Proves that the text without a slip is right, so that each error above is its slip's alone.
TEST(ErrorsBase, IsRight) {
  const auto scenario = ParseScenario(kRight, "a.yaml", SampleVocabulary());
  EXPECT_TRUE(scenario) << scenario.error().message;
}

// Proves the errors that have no line to show, and those about single bytes.
TEST(ErrorsOfTheFile, SayWhat) {
  const auto message = [](const std::string& text) {
    const auto scenario = ParseScenario(text, "a.yaml", SampleVocabulary());
    return scenario ? std::string("right") : scenario.error().message;
  };
  EXPECT_EQ(message(""), "a.yaml: empty; a scenario begins with \"version: 1\"");
  EXPECT_EQ(message("# only a comment\n"), message(""));
  EXPECT_EQ(message("- a\n"),
            "a.yaml:1:1: a scenario is a mapping of keys to values, not a list\n"
            "   1 | - a\n"
            "     | ^");
  EXPECT_EQ(message("a: \xff"), "a.yaml:1:4: byte 0xff is no UTF-8; save the file as UTF-8");
  EXPECT_EQ(message("a: \xc0\x80"), "a.yaml:1:4: byte 0xc0 is no UTF-8; save the file as UTF-8");
  EXPECT_EQ(message("a: b\n\x01"), "a.yaml:2:1: byte 0x01 is a control character");
}

// Proves that a long line and a long word are shown in part, so that an error stays readable.
TEST(ErrorsOfTheFile, StayShort) {
  const std::string text = "{" + std::string(900, ' ') + "zebra: " + std::string(5000, 'a') + "}\n";
  const auto far = ParseScenario(text, "a.yaml", SampleVocabulary());
  ASSERT_FALSE(far);
  EXPECT_EQ(far.error().message.rfind("a.yaml:1:902: unknown key \"zebra\"", 0), 0u);
  EXPECT_NE(far.error().message.find("\n   1 | ...   "), std::string::npos);
  EXPECT_LT(far.error().message.size(), 500u);
  const auto long_word =
      ParseScenario(Replaced(kRight, "channel: wxpay", "channel: " + std::string(5000, 'a')),
                    "a.yaml", SampleVocabulary());
  ASSERT_FALSE(long_word);
  EXPECT_LT(long_word.error().message.size(), 800u);
}

}  // namespace
}  // namespace paystorm
