#ifndef PAYSTORM_REFERENCE_DEFECT_LATE_PAYMENT_DROPPED_H_
#define PAYSTORM_REFERENCE_DEFECT_LATE_PAYMENT_DROPPED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kLatePaymentDroppedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_LATE_PAYMENT_DROPPED_H_
