#include "notify/wxpay_extract.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "crypto/crypto.h"
#include "notify/fields.h"
#include "notify/json_body.h"
#include "notify/json_reader.h"

namespace paystorm_reference {
namespace {

using nlohmann::json;

int64_t Amount(JsonReader& reader, const json* amounts, const char* key) {
  const auto value = amounts == nullptr ? std::nullopt : IntMember(*amounts, key);
  if (value && *value > 0) return *value;
  reader.Complain(key);
  return 0;
}

std::variant<std::string, ExtractError> Open(const json& outer, std::string_view key) {
  const json* resource = ObjectMember(outer, "resource");
  if (resource == nullptr) return ExtractError{400, "missing or malformed: resource"};
  if (TextMember(*resource, "algorithm") != "AEAD_AES_256_GCM") {
    return ExtractError{400, "resource.algorithm is not AEAD_AES_256_GCM"};
  }
  const auto ciphertext = TextMember(*resource, "ciphertext");
  const auto nonce = TextMember(*resource, "nonce");
  if (!ciphertext || !nonce || nonce->size() != kGcmNonceBytes) {
    return ExtractError{400, "missing or malformed: resource.ciphertext or resource.nonce"};
  }
  const auto associated_data = TextMember(*resource, "associated_data");
  if (!associated_data && resource->contains("associated_data")) {
    return ExtractError{400, "missing or malformed: resource.associated_data"};
  }
  const auto sealed = DecodeBase64(*ciphertext);
  if (!sealed) return ExtractError{400, "resource.ciphertext is no base64"};
  auto plain = DecryptAesGcm(key, *nonce, associated_data.value_or(""), *sealed);
  if (!plain) return ExtractError{400, "the resource cannot be decrypted"};
  return std::move(*plain);
}

Extracted ReadPayment(Notification out, const json& plain) {
  JsonReader reader(plain);
  out.kind = Notification::Kind::kPayment;
  out.order_no = reader.Id("out_trade_no");
  out.trade_no = reader.Id("transaction_id");
  out.mchid = reader.Id("mchid");
  out.appid = reader.Id("appid");
  const json* amounts = ObjectMember(plain, "amount");
  // amount.payer_total may be lower (coupons); the order is worth amount.total.
  out.amount_minor = Amount(reader, amounts, "total");
  const auto currency = amounts == nullptr ? std::nullopt : TextMember(*amounts, "currency");
  if (!currency || !IsId(*currency)) {
    reader.Complain("currency");
  } else {
    out.currency = *currency;
  }
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  if (TextMember(plain, "trade_state") != "SUCCESS") {
    return ExtractError{422, "trade_state is not SUCCESS"};
  }
  return out;
}

Extracted ReadRefund(Notification out, const json& plain) {
  JsonReader reader(plain);
  out.kind = Notification::Kind::kRefund;
  out.order_no = reader.Id("out_trade_no");
  out.trade_no = reader.Id("transaction_id");
  out.mchid = reader.Id("mchid");
  out.refund_id = reader.Id("refund_id");
  out.out_refund_no = reader.Id("out_refund_no");
  const json* amounts = ObjectMember(plain, "amount");
  out.amount_minor = Amount(reader, amounts, "total");
  out.refund_minor = Amount(reader, amounts, "refund");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};
  const std::string status = TextMember(plain, "refund_status").value_or("");
  if (out.event_type != "REFUND." + status) {
    return ExtractError{422, "refund_status does not belong to the event type"};
  }
  return out;
}

}  // namespace

Extracted ExtractWxpay(std::string_view body, std::string_view api_v3_key) {
  std::string why;
  const auto outer = ParseObject(body, &why);
  if (!outer) return ExtractError{400, why};
  JsonReader reader(*outer);
  Notification out;
  out.channel = "wxpay";
  out.notify_id = reader.Id("id");
  out.event_type = reader.Id("event_type");
  if (!reader.problem().empty()) return ExtractError{400, reader.problem()};

  const bool payment = out.event_type == "TRANSACTION.SUCCESS";
  if (out.event_type == "REFUND.CLOSED") {
    out.refund_status = Notification::RefundStatus::kClosed;
  } else if (out.event_type == "REFUND.ABNORMAL") {
    out.refund_status = Notification::RefundStatus::kAbnormal;
  } else if (!payment && out.event_type != "REFUND.SUCCESS") {
    return ExtractError{422, "event_type is not handled here"};
  }

  auto opened = Open(*outer, api_v3_key);
  if (auto* error = std::get_if<ExtractError>(&opened)) return std::move(*error);
  // TRANSACTION.SUCCESS is used for profit sharing too.
  const std::string wanted = payment ? "transaction" : "refund";
  if (TextMember(*ObjectMember(*outer, "resource"), "original_type").value_or(wanted) != wanted) {
    return ExtractError{422, "resource.original_type is not handled here"};
  }
  const auto plain = ParseObject(std::get<std::string>(opened), &why);
  if (!plain) return ExtractError{400, "in the decrypted resource: " + why};
  return payment ? ReadPayment(std::move(out), *plain) : ReadRefund(std::move(out), *plain);
}

}  // namespace paystorm_reference
