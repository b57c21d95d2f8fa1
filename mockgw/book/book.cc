#include "mockgw/book/book.h"

#include <algorithm>

namespace paystorm::mockgw {

const NotificationEntry* Book::FindNotification(std::string_view notify_id) const {
  for (const NotificationEntry& entry : notifications) {
    if (entry.notification.notify_id == notify_id) return &entry;
  }
  return nullptr;
}

std::vector<const Delivery*> Book::DeliveriesOf(std::string_view notify_id) const {
  std::vector<const Delivery*> found;
  for (const Delivery& delivery : deliveries) {
    if (delivery.notify_id == notify_id) found.push_back(&delivery);
  }
  return found;
}

bool Book::Acknowledged(std::string_view notify_id) const {
  return std::any_of(deliveries.begin(), deliveries.end(), [&](const Delivery& delivery) {
    return delivery.notify_id == notify_id && delivery.variant == Variant::kGenuine &&
           delivery.acknowledgement == Acknowledgement::kAcknowledged;
  });
}

}  // namespace paystorm::mockgw
