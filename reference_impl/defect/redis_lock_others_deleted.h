#ifndef PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_OTHERS_DELETED_H_
#define PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_OTHERS_DELETED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kRedisLockOthersDeletedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_OTHERS_DELETED_H_
