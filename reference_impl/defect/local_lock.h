#ifndef PAYSTORM_REFERENCE_DEFECT_LOCAL_LOCK_H_
#define PAYSTORM_REFERENCE_DEFECT_LOCAL_LOCK_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kLocalLockDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_LOCAL_LOCK_H_
