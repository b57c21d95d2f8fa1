#ifndef PAYSTORM_REFERENCE_DEFECT_CHECK_THEN_ACT_H_
#define PAYSTORM_REFERENCE_DEFECT_CHECK_THEN_ACT_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kCheckThenActDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_CHECK_THEN_ACT_H_
