#include <array>

#include "defect/amount_not_compared.h"
#include "defect/article.h"
#include "defect/body_reserialised.h"
#include "defect/check_then_act.h"
#include "defect/currency_not_compared.h"
#include "defect/defect.h"
#include "defect/event_id_key.h"
#include "defect/late_payment_dropped.h"
#include "defect/local_lock.h"
#include "defect/missing_signature_accepted.h"
#include "defect/no_dedupe.h"
#include "defect/order_number_key.h"
#include "defect/payee_not_compared.h"
#include "defect/redis_lock_not_released.h"
#include "defect/redis_lock_others_deleted.h"
#include "defect/refund_total_as_amount.h"
#include "defect/time_not_checked.h"
#include "defect/unchecked_update.h"

namespace paystorm_reference {

// A function, so that the table is built after the defects it names.
std::span<const Defect> AllDefects() {
  static const std::array<Defect, 17> kAll = {
      kAmountNotComparedDefect,        kArticleDefect,
      kBodyReserialisedDefect,         kCheckThenActDefect,
      kCurrencyNotComparedDefect,      kEventIdKeyDefect,
      kLatePaymentDroppedDefect,       kLocalLockDefect,
      kMissingSignatureAcceptedDefect, kNoDedupeDefect,
      kOrderNumberKeyDefect,           kPayeeNotComparedDefect,
      kRedisLockNotReleasedDefect,     kRedisLockOthersDeletedDefect,
      kRefundTotalAsAmountDefect,      kTimeNotCheckedDefect,
      kUncheckedUpdateDefect,
  };
  return kAll;
}

const Defect* FindDefect(std::string_view name) {
  for (const Defect& defect : AllDefects()) {
    if (defect.name == name) return &defect;
  }
  return nullptr;
}

}  // namespace paystorm_reference
