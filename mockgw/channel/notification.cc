#include "mockgw/channel/notification.h"

#include <array>
#include <utility>

namespace paystorm::mockgw {
namespace {

template <typename Value, size_t kSize>
using Words = std::array<std::pair<Value, std::string_view>, kSize>;

constexpr Words<EventKind, 8> kEvents = {{
    {EventKind::kPaymentSuccess, "payment_success"},
    {EventKind::kTradeFinished, "trade_finished"},
    {EventKind::kChargeSucceeded, "charge_succeeded"},
    {EventKind::kCheckoutCompleted, "checkout_completed"},
    {EventKind::kRefundSuccess, "refund_success"},
    {EventKind::kRefundAbnormal, "refund_abnormal"},
    {EventKind::kRefundClosed, "refund_closed"},
    {EventKind::kProfitSharing, "profit_sharing"},
}};

constexpr Words<OrderForm, 3> kForms = {{
    {OrderForm::kOrdinary, "ordinary"},
    {OrderForm::kPartner, "partner"},
    {OrderForm::kCombined, "combined"},
}};

constexpr Words<Shape, 9> kShapes = {{
    {Shape::kPlain, "plain"},
    {Shape::kUnknownFields, "unknown_fields"},
    {Shape::kCoupons, "coupons"},
    {Shape::kSymbols, "symbols"},
    {Shape::kQuotes, "quotes"},
    {Shape::kEmoji, "emoji"},
    {Shape::kGbk, "gbk"},
    {Shape::kMaximalText, "maximal_text"},
    {Shape::kIndented, "indented"},
}};

constexpr Words<Variant, 15> kVariants = {{
    {Variant::kGenuine, "genuine"},
    {Variant::kUnsigned, "unsigned"},
    {Variant::kWrongKey, "wrong_key"},
    {Variant::kTampered, "tampered"},
    {Variant::kStale, "stale"},
    {Variant::kFuture, "future"},
    {Variant::kWrongSerial, "wrong_serial"},
    {Variant::kProbe, "probe"},
    {Variant::kEmptyKey, "empty_key"},
    {Variant::kOtherBody, "other_body"},
    {Variant::kHeaderOnly, "header_only"},
    {Variant::kOtherChannel, "other_channel"},
    {Variant::kBadTag, "bad_tag"},
    {Variant::kBadAad, "bad_aad"},
    {Variant::kTruncatedBase64, "truncated_base64"},
}};

template <typename Value, size_t kSize>
std::string_view WordOf(const Words<Value, kSize>& words, Value value) {
  for (const auto& [one, word] : words) {
    if (one == value) return word;
  }
  return "unknown";
}

template <typename Value, size_t kSize>
std::optional<Value> ValueOf(const Words<Value, kSize>& words, std::string_view word) {
  for (const auto& [value, name] : words) {
    if (name == word) return value;
  }
  return std::nullopt;
}

template <typename Value, size_t kSize>
std::vector<Value> ValuesOf(const Words<Value, kSize>& words) {
  std::vector<Value> values;
  for (const auto& [value, word] : words) values.push_back(value);
  return values;
}

}  // namespace

std::string_view ToString(EventKind kind) { return WordOf(kEvents, kind); }
std::optional<EventKind> EventKindFromString(std::string_view word) {
  return ValueOf(kEvents, word);
}
const std::vector<EventKind>& AllEventKinds() {
  static const std::vector<EventKind> all = ValuesOf(kEvents);
  return all;
}

bool IsRefund(EventKind kind) {
  return kind == EventKind::kRefundSuccess || kind == EventKind::kRefundAbnormal ||
         kind == EventKind::kRefundClosed;
}

bool IsPayment(EventKind kind) { return !IsRefund(kind) && kind != EventKind::kProfitSharing; }

std::string_view ToString(OrderForm form) { return WordOf(kForms, form); }
std::optional<OrderForm> OrderFormFromString(std::string_view word) {
  return ValueOf(kForms, word);
}

std::string_view ToString(Shape shape) { return WordOf(kShapes, shape); }
std::optional<Shape> ShapeFromString(std::string_view word) { return ValueOf(kShapes, word); }
const std::vector<Shape>& AllShapes() {
  static const std::vector<Shape> all = ValuesOf(kShapes);
  return all;
}

std::string_view ToString(Variant variant) { return WordOf(kVariants, variant); }
std::optional<Variant> VariantFromString(std::string_view word) { return ValueOf(kVariants, word); }
const std::vector<Variant>& AllVariants() {
  static const std::vector<Variant> all = ValuesOf(kVariants);
  return all;
}

}  // namespace paystorm::mockgw
