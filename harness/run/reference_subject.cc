#include "harness/run/reference_subject.h"

#include "mockgw/base/format.h"

namespace paystorm {
namespace {

// Every channel whose keys are there.
void AddChannels(const ReferenceSetup& setup, std::vector<std::string>& arguments) {
  const mockgw::ChannelKeys& keys = setup.keys;
  const std::string& dir = setup.keys_dir;
  const auto has = [&](std::string_view channel) {
    return mockgw::FindChannel(channel)->MissingKey(keys).empty();
  };
  const auto add = [&](std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more);
  };
  if (has("wxpay")) {
    add({"--wxpay-certificate", dir + "/platform_cert.pem", "--wxpay-key",
         Format("{}={}/pub_key_public.pem", keys.public_key_id, dir), "--wxpay-api-v3-key-file",
         dir + "/api_v3_key.txt"});
  }
  if (has("wxpay_v2")) add({"--wxpay-v2-key-file", dir + "/api_v2_key.txt"});
  if (has("wxpay") || has("wxpay_v2")) {
    add({"--wxpay-mchid", keys.mchid, "--wxpay-appid", keys.appid});
  }
  if (has("alipay")) {
    add({"--alipay-public-key", dir + "/alipay_public.pem", "--alipay-seller-id",
         keys.alipay_seller_id, "--alipay-app-id", keys.alipay_app_id});
  }
  if (has("stripe")) {
    add({"--stripe-secret-file", dir + "/stripe_secret.txt", "--stripe-account",
         keys.stripe_account});
  }
  if (has("standard_webhooks")) {
    add({"--webhook-secret-file", dir + "/webhook_secret.txt", "--webhook-public-key-file",
         dir + "/webhook_public_key.txt"});
  }
}

}  // namespace

CommandSubject ReferenceCommand(const ReferenceSubject& reference, const ReferenceSetup& setup,
                                int instance) {
  const std::string name(1, static_cast<char>('a' + instance));
  CommandSubject command;
  command.name = "reference " + name;
  command.log_file = Format("{}/subject-{}.log", setup.folder, name);
  command.port_file = Format("{}/subject-{}.port", setup.folder, name);
  command.ready_path = "/readyz";
  command.arguments = {
      setup.program,
      "--instance",
      name,
      "--port",
      "0",
      "--port-file",
      command.port_file,
      "--init-schema",
      "--mysql",
      setup.mysql_address,
      "--mysql-user",
      "root",
      "--mysql-database",
      setup.database,
      "--redis",
      setup.redis_address,
      "--lock-ttl-ms",
      std::to_string(reference.lock_ttl.count()),
      "--claim-lease-ms",
      std::to_string(reference.claim_lease.count()),
  };
  AddChannels(setup, command.arguments);
  if (!reference.defect.empty()) {
    command.arguments.insert(command.arguments.end(), {"--defect", reference.defect});
  }
  for (const std::string& layer : reference.disable_layers) {
    command.arguments.insert(command.arguments.end(), {"--disable-layer", layer});
  }
  return command;
}

std::string Describe(const SubjectSpec& subject) {
  if (const auto* url = std::get_if<UrlSubject>(&subject.kind)) {
    std::string text;
    for (const std::string& one : url->urls) text += (text.empty() ? "" : ", ") + one;
    return text;
  }
  const auto& reference = std::get<ReferenceSubject>(subject.kind);
  std::string text = "reference";
  if (reference.instances > 1) text += Format(", {} instances", reference.instances);
  if (!reference.defect.empty()) text += ", defect " + reference.defect;
  for (size_t i = 0; i < reference.disable_layers.size(); ++i) {
    text += (i == 0 ? " without " : ", ") + reference.disable_layers[i];
  }
  return text;
}

}  // namespace paystorm
