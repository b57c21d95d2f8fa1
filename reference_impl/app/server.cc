#include "app/server.h"

#include <string_view>
#include <utility>

#include "defect/defect.h"
#include "layer/channel_gates.h"
#include "layer/off.h"
#include "notify/alipay_handler.h"
#include "notify/stripe_handler.h"
#include "notify/webhook_handler.h"
#include "notify/wxpay_handler.h"
#include "notify/wxpay_v2_handler.h"
#include "store/schema.h"

namespace paystorm_reference {
namespace {

HttpResponse Fail(int status, std::string_view message) {
  return {status, "{\"code\":\"FAIL\",\"message\":\"" + std::string(message) + "\"}"};
}

}  // namespace

Strategies MakeStrategies(const Config& config, const StrategyTools& tools,
                          std::function<void()> wake_publisher) {
  Strategies strategies;
  auto& gates = strategies.gates;
  if (config.has_wxpay()) {
    gates["wxpay"] = std::make_unique<WxpaySignatureGate>(config.wxpay_keys);
  }
  if (!config.wxpay_v2_key.empty()) {
    gates["wxpay_v2"] = std::make_unique<WxpayV2Gate>(config.wxpay_v2_key);
  }
  if (config.alipay_key) gates["alipay"] = std::make_unique<AlipayGate>(config.alipay_key);
  if (!config.stripe_secrets.empty()) {
    gates["stripe"] = std::make_unique<StripeGate>(config.stripe_secrets);
  }
  if (!config.webhook_keys.empty()) {
    gates["standard_webhooks"] =
        std::make_unique<WebhookGate>(config.webhook_keys, config.webhook_public_key);
  }
  strategies.comparison = std::make_unique<OrderComparison>();
  strategies.lock = std::make_unique<RedisLock>(tools.redis, tools.lock_ttl);
  strategies.log = std::make_unique<LeasedNotifyLog>(tools.claim_lease);
  strategies.machine = std::make_unique<OrderStateMachine>();
  strategies.events = std::make_unique<OutboxSink>(std::move(wake_publisher));
  strategies.answers = std::make_unique<HonestAnswers>();
  if (const Defect* defect = FindDefect(config.defect)) defect->apply(strategies, tools);
  for (const Layer layer : config.disabled_layers) SwitchOff(layer, strategies);
  return strategies;
}

Server::Server(Config config, Log& log)
    : config_(std::move(config)),
      log_(log),
      redis_(config_.redis),
      pool_(config_.db),
      publisher_(config_.db, redis_, log_),
      strategies_(MakeStrategies(config_, {redis_, config_.lock_ttl, config_.claim_lease},
                                 [this] { publisher_.Wake(); })) {
  const auto parts = [this](std::string mchid, std::string appid) {
    return NotifyHandler::Parts{
        pool_, strategies_, metrics_, log_, {std::move(mchid), std::move(appid)}};
  };
  const auto has = [this](std::string_view channel) { return strategies_.gates.contains(channel); };
  auto& alipay = handlers_["/notify/alipay"];
  auto& webhook = handlers_["/notify/standard_webhooks"];
  auto& stripe = handlers_["/notify/stripe"];
  auto& wxpay = handlers_["/notify/wxpay"];
  auto& wxpay_v2 = handlers_["/notify/wxpay_v2"];
  const NotifyHandler::Parts wechat = parts(config_.wxpay_mchid, config_.wxpay_appid);
  if (has("wxpay")) wxpay = std::make_unique<WxpayHandler>(wechat, config_.wxpay_api_v3_key);
  if (has("wxpay_v2")) wxpay_v2 = std::make_unique<WxpayV2Handler>(wechat, config_.wxpay_v2_key);
  if (has("alipay")) {
    alipay =
        std::make_unique<AlipayHandler>(parts(config_.alipay_seller_id, config_.alipay_app_id));
  }
  if (has("stripe")) stripe = std::make_unique<StripeHandler>(parts(config_.stripe_account, ""));
  if (has("standard_webhooks")) webhook = std::make_unique<WebhookHandler>(parts("", ""));
}

Server::~Server() = default;

bool Server::Start(std::string* error) {
  if (!config_.defect.empty()) {
    log_.Write(Log::Level::kWarn, "a defect is switched on", {{"defect", config_.defect}});
  }
  for (const Layer layer : config_.disabled_layers) {
    log_.Write(Log::Level::kWarn, "A LAYER IS SWITCHED OFF, this server is not safe",
               {{"disabled_layer", LayerName(layer)}});
  }
  if (config_.init_schema) {
    try {
      InitSchema(config_.db, strategies_.dropped_keys);
    } catch (const DbError& failure) {
      *error = "cannot prepare the database at " + config_.db.address + ": " + failure.what();
      return false;
    }
  }
  HttpServer::Options options;
  options.bind = config_.bind;
  options.port = config_.port;
  options.io_threads = config_.io_threads;
  options.workers = config_.workers;
  options.queue = config_.queue;
  options.max_body_bytes = config_.max_body_bytes;
  options.idle_timeout = config_.idle_timeout;
  options.request_timeout = config_.request_timeout;
  http_ = HttpServer::Start(
      options, [this](const HttpRequest& request) { return Handle(request); },
      [this](const HttpRequest& request) { return HandleInline(request); }, error);
  return http_ != nullptr;
}

uint16_t Server::port() const { return http_->port(); }

bool Server::Drain(std::chrono::milliseconds deadline) { return http_->Drain(deadline); }

// Whatever needs no database is answered here, also while the queue is full.
std::optional<HttpResponse> Server::HandleInline(const HttpRequest& request) const {
  const std::string_view path = request.path();
  if (const auto notify = handlers_.find(path); notify != handlers_.end()) {
    if (!notify->second) return Fail(404, "this channel has no keys here");
    if (request.method == "POST") return std::nullopt;
    return Fail(405, "method not allowed");
  }
  const bool known = path == "/healthz" || path == "/readyz" || path == "/metrics";
  if (!known) return Fail(404, "not found");
  if (request.method != "GET" && request.method != "HEAD") return Fail(405, "method not allowed");
  if (path == "/healthz") return HttpResponse{200, "{\"status\":\"ok\"}"};
  if (path == "/metrics") {
    return HttpResponse{200, metrics_.Text(), "text/plain; version=0.0.4; charset=utf-8"};
  }
  return std::nullopt;
}

HttpResponse Server::Handle(const HttpRequest& request) {
  const auto notify = handlers_.find(request.path());
  return notify == handlers_.end() ? Ready() : notify->second->Handle(request);
}

HttpResponse Server::Ready() {
  try {
    const ConnectionPool::Lease db = pool_.Take();
    db->Query("SELECT 1");
    return {200, "{\"status\":\"ready\"}"};
  } catch (const DbError&) {
    return {503, "{\"status\":\"the database does not answer\"}"};
  }
}

}  // namespace paystorm_reference
