#ifndef PAYSTORM_REFERENCE_DEFECT_EVENT_ID_KEY_H_
#define PAYSTORM_REFERENCE_DEFECT_EVENT_ID_KEY_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kEventIdKeyDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_EVENT_ID_KEY_H_
