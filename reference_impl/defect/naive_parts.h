#ifndef PAYSTORM_REFERENCE_DEFECT_NAIVE_PARTS_H_
#define PAYSTORM_REFERENCE_DEFECT_NAIVE_PARTS_H_

#include "layer/strategies.h"

namespace paystorm_reference {

// Puts a check-then-act notify log and business step behind whatever lock there is: both look first
// and write later, without a row lock, and the unique keys that would catch it are dropped.
void UseNaiveStep(Strategies& strategies);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_NAIVE_PARTS_H_
