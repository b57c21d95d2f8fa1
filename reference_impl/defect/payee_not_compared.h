#ifndef PAYSTORM_REFERENCE_DEFECT_PAYEE_NOT_COMPARED_H_
#define PAYSTORM_REFERENCE_DEFECT_PAYEE_NOT_COMPARED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kPayeeNotComparedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_PAYEE_NOT_COMPARED_H_
