#ifndef PAYSTORM_REFERENCE_DEFECT_ORDER_NUMBER_KEY_H_
#define PAYSTORM_REFERENCE_DEFECT_ORDER_NUMBER_KEY_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kOrderNumberKeyDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_ORDER_NUMBER_KEY_H_
