#ifndef PAYSTORM_REFERENCE_DEFECT_NO_DEDUPE_H_
#define PAYSTORM_REFERENCE_DEFECT_NO_DEDUPE_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kNoDedupeDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_NO_DEDUPE_H_
