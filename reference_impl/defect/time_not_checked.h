#ifndef PAYSTORM_REFERENCE_DEFECT_TIME_NOT_CHECKED_H_
#define PAYSTORM_REFERENCE_DEFECT_TIME_NOT_CHECKED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kTimeNotCheckedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_TIME_NOT_CHECKED_H_
