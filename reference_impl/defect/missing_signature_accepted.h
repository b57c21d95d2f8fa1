#ifndef PAYSTORM_REFERENCE_DEFECT_MISSING_SIGNATURE_ACCEPTED_H_
#define PAYSTORM_REFERENCE_DEFECT_MISSING_SIGNATURE_ACCEPTED_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kMissingSignatureAcceptedDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_MISSING_SIGNATURE_ACCEPTED_H_
