#ifndef PAYSTORM_REFERENCE_DEFECT_REFUND_TOTAL_AS_AMOUNT_H_
#define PAYSTORM_REFERENCE_DEFECT_REFUND_TOTAL_AS_AMOUNT_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kRefundTotalAsAmountDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_REFUND_TOTAL_AS_AMOUNT_H_
