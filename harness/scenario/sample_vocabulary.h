#ifndef PAYSTORM_HARNESS_SCENARIO_SAMPLE_VOCABULARY_H_
#define PAYSTORM_HARNESS_SCENARIO_SAMPLE_VOCABULARY_H_

// The words that tests of this room and of the plan hand to the parser; a run takes the real
// tables.

#include "harness/scenario/parser.h"

namespace paystorm {

inline Vocabulary SampleVocabulary() {
  return {.channels = {"alipay", "standard_webhooks", "stripe", "wxpay", "wxpay_v2"},
          .schedules = {"alipay", "once", "standard_webhooks", "stripe_live", "stripe_sandbox",
                        "wechat_v3"},
          .checks = {"acknowledged_implies_durable", "converges", "duplicates_logged_quietly",
                     "event_published_once", "exactly_once_effect", "legal_transitions_only",
                     "no_stuck_notification", "refused_leaves_no_trace"},
          .faults = {"database_down", "hold_order", "kill_subject", "redis_down", "redis_emptied",
                     "reject_writes"}};
}

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_SCENARIO_SAMPLE_VOCABULARY_H_
