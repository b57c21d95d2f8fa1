#ifndef PAYSTORM_HARNESS_CHECK_LEGAL_TRANSITIONS_ONLY_H_
#define PAYSTORM_HARNESS_CHECK_LEGAL_TRANSITIONS_ONLY_H_

#include "harness/check/check.h"

namespace paystorm {

// pending -> paid, cancelled; paid -> shipped, refunding; shipped -> received;
// received -> refunding, completed; refunding -> refunded, paid; the rest are final.
//
// moved_back: no edge, and by the edges the state that was left lies behind the state that was
// entered (refunded -> paid, paid -> pending). illegal_transition: any other move that is no edge
// (cancelled -> paid), a row that does not begin where the row before it ended, and an order whose
// state is not the last one it moved to: it was changed unseen.
class LegalTransitionsOnly final : public Check {
 public:
  std::string_view name() const override { return "legal_transitions_only"; }
  std::string_view title() const override {
    return "Orders move only along the edges of the state graph.";
  }
  std::vector<std::string_view> reasons() const override {
    return {"illegal_transition", "moved_back"};
  }
  std::vector<std::string_view> needs() const override { return {"transitions", "orders"}; }
  CheckResult Judge(const CheckInput& input) const override;
};

}  // namespace paystorm

#endif  // PAYSTORM_HARNESS_CHECK_LEGAL_TRANSITIONS_ONLY_H_
