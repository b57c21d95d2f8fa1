#ifndef PAYSTORM_REFERENCE_DEFECT_CURRENCY_NOT_COMPARED_H_
#define PAYSTORM_REFERENCE_DEFECT_CURRENCY_NOT_COMPARED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kCurrencyNotComparedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_CURRENCY_NOT_COMPARED_H_
