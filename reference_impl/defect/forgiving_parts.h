#ifndef PAYSTORM_REFERENCE_DEFECT_FORGIVING_PARTS_H_
#define PAYSTORM_REFERENCE_DEFECT_FORGIVING_PARTS_H_

#include <functional>
#include <memory>

#include "layer/strategies.h"

namespace paystorm_reference {

// The order's columns amount_minor, currency, mchid, appid.
struct OrderSays {
  int64_t amount_minor = 0;
  std::string currency;
  std::string mchid;
  std::string appid;
};

// Compares as it should, after `forgive` has made the notification say what the order says.
std::unique_ptr<OrderComparison> ForgivingComparison(
    std::function<void(const OrderSays& order, Notification& notification)> forgive);

// Pays a pending order whatever amount or currency was paid.
std::unique_ptr<StateMachine> MachineWithoutMoney();

// Lets a gate of every channel be made from the correct one.
void WrapGates(
    Strategies& strategies,
    const std::function<std::unique_ptr<SignatureGate>(std::unique_ptr<SignatureGate>)>& wrap);

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_DEFECT_FORGIVING_PARTS_H_
