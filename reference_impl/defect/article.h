#ifndef PAYSTORM_REFERENCE_DEFECT_ARTICLE_H_
#define PAYSTORM_REFERENCE_DEFECT_ARTICLE_H_

#include "defect/defect.h"

namespace paystorm_reference {

extern const Defect kArticleDefect;

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_ARTICLE_H_
