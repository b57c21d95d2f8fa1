#ifndef PAYSTORM_REFERENCE_DEFECT_BODY_RESERIALISED_H_
#define PAYSTORM_REFERENCE_DEFECT_BODY_RESERIALISED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kBodyReserialisedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_BODY_RESERIALISED_H_
