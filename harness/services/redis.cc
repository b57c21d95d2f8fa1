#include "harness/store/redis.h"

#include "harness/process/program.h"
#include "harness/services/server_process.h"

namespace paystorm {

Result<std::unique_ptr<PrivateServer>> StartRedis(const std::string& folder, bool keep) {
  // Debian's package redis-tools holds the server under the name of its checker; it decides by the
  // name it is called with what it is.
  auto program = FindProgram({"redis-server", "redis-check-rdb"}, ProgramFolders(), "redis-tools");
  if (!program) return program.error();
  ServerCommand command;
  command.name = "Redis";
  command.program = *program;
  command.arguments = [folder](int port) {
    return std::vector<std::string>{
        "redis-server", "--port", std::to_string(port), "--bind", "127.0.0.1",
        "--save",       "",       "--appendonly",       "no",     "--dir",
        folder};
  };
  command.ready = [](const std::string& address) { return ConnectRedis(address).has_value(); };
  return StartServerProcess(std::move(command), folder, keep);
}

}  // namespace paystorm
