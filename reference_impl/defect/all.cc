#include <array>

#include "defect/article.h"
#include "defect/check_then_act.h"
#include "defect/defect.h"
#include "defect/local_lock.h"
#include "defect/order_number_key.h"
#include "defect/redis_lock_not_released.h"
#include "defect/redis_lock_others_deleted.h"
#include "defect/unchecked_update.h"

namespace paystorm_reference {

// A function, so that the table is built after the defects it names.
std::span<const Defect> AllDefects() {
  static const std::array<Defect, 7> kAll = {
      kArticleDefect,         kCheckThenActDefect,         kLocalLockDefect,
      kOrderNumberKeyDefect,  kRedisLockNotReleasedDefect, kRedisLockOthersDeletedDefect,
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
