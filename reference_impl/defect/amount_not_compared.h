#ifndef PAYSTORM_REFERENCE_DEFECT_AMOUNT_NOT_COMPARED_H_
#define PAYSTORM_REFERENCE_DEFECT_AMOUNT_NOT_COMPARED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kAmountNotComparedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_AMOUNT_NOT_COMPARED_H_
