#ifndef PAYSTORM_REFERENCE_APP_SERVER_H_
#define PAYSTORM_REFERENCE_APP_SERVER_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "config/config.h"
#include "http/http_server.h"
#include "layer/strategies.h"
#include "log/log.h"
#include "metrics/metrics.h"
#include "notify/notify_handler.h"
#include "outbox/publisher.h"
#include "store/connection_pool.h"
#include "store/redis.h"

namespace paystorm_reference {

// The correct strategies, then the configured defect, then the layers that are switched off.
// `wake_publisher` is called after commits.
Strategies MakeStrategies(const Config& config, const StrategyTools& tools,
                          std::function<void()> wake_publisher);

// Server wires everything together and serves:
// POST /notify/CHANNEL for each channel that has keys, GET /healthz, GET /readyz, GET /metrics.
// Thread-safe.
class Server final {
 public:
  // `log` is borrowed.
  Server(Config config, Log& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Creates the schema when the configuration says so, then listens. False when it cannot, with one
  // line in `*error`; nothing is left running but the outbox publisher, which ends with the object.
  bool Start(std::string* error);

  // Of the port listened on. Requires that Start succeeded.
  uint16_t port() const;

  // Stops listening and answers what has arrived. True when all of it was answered in time.
  bool Drain(std::chrono::milliseconds deadline);

 private:
  std::optional<HttpResponse> HandleInline(const HttpRequest& request) const;
  HttpResponse Handle(const HttpRequest& request);
  HttpResponse Ready();

  const Config config_;
  Log& log_;
  Metrics metrics_;
  Redis redis_;
  ConnectionPool pool_;
  Publisher publisher_;
  Strategies strategies_;
  // By path, e.g. "/notify/wxpay"; null when the channel is known and has no keys.
  std::map<std::string, std::unique_ptr<NotifyHandler>, std::less<>> handlers_;
  std::unique_ptr<HttpServer> http_;  // the last member: its threads use all the others
};

}  // namespace paystorm_reference

#endif  // PAYSTORM_REFERENCE_APP_SERVER_H_
