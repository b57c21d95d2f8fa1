#ifndef PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_NOT_RELEASED_H_
#define PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_NOT_RELEASED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kRedisLockNotReleasedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_REDIS_LOCK_NOT_RELEASED_H_
