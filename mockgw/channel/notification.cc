#include "mockgw/channel/notification.h"

#include <array>
#include <utility>

namespace paystorm::mockgw {
namespace {

constexpr std::array<std::pair<EventKind, std::string_view>, 4> kEvents = {{
    {EventKind::kPaymentSuccess, "payment_success"},
    {EventKind::kRefundSuccess, "refund_success"},
    {EventKind::kRefundAbnormal, "refund_abnormal"},
    {EventKind::kRefundClosed, "refund_closed"},
}};

constexpr std::array<std::pair<Variant, std::string_view>, 8> kVariants = {{
    {Variant::kGenuine, "genuine"},
    {Variant::kUnsigned, "unsigned"},
    {Variant::kWrongKey, "wrong_key"},
    {Variant::kTampered, "tampered"},
    {Variant::kStale, "stale"},
    {Variant::kFuture, "future"},
    {Variant::kWrongSerial, "wrong_serial"},
    {Variant::kProbe, "probe"},
}};

template <typename Table, typename Value>
std::string_view WordOf(const Table& table, Value value) {
  for (const auto& [one, word] : table) {
    if (one == value) return word;
  }
  return "unknown";
}

template <typename Value, typename Table>
std::optional<Value> ValueOf(const Table& table, std::string_view word) {
  for (const auto& [one, name] : table) {
    if (name == word) return one;
  }
  return std::nullopt;
}

}  // namespace

std::string_view ToString(EventKind kind) { return WordOf(kEvents, kind); }
std::optional<EventKind> EventKindFromString(std::string_view word) {
  return ValueOf<EventKind>(kEvents, word);
}
bool IsRefund(EventKind kind) { return kind != EventKind::kPaymentSuccess; }

std::string_view ToString(Variant variant) { return WordOf(kVariants, variant); }
std::optional<Variant> VariantFromString(std::string_view word) {
  return ValueOf<Variant>(kVariants, word);
}

}  // namespace paystorm::mockgw
