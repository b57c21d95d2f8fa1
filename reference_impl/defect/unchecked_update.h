#ifndef PAYSTORM_REFERENCE_DEFECT_UNCHECKED_UPDATE_H_
#define PAYSTORM_REFERENCE_DEFECT_UNCHECKED_UPDATE_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kUncheckedUpdateDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_UNCHECKED_UPDATE_H_
