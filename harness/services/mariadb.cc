#include <unistd.h>

#include <filesystem>

#include "harness/process/program.h"
#include "harness/services/server_process.h"
#include "harness/store/mysql.h"
#include "mockgw/base/format.h"

namespace paystorm {
namespace {

bool Answers(const std::string& address) {
  MysqlAddress mysql;
  mysql.address = address;
  mysql.connect_timeout = std::chrono::milliseconds(1000);
  auto connection = ConnectMysql(mysql);
  return connection.has_value() && (*connection)->Query("SELECT 1").has_value();
}

}  // namespace

Result<std::unique_ptr<PrivateServer>> StartMariaDb(const std::string& folder, bool keep) {
  auto program = FindProgram({"mariadbd", "mysqld"}, ProgramFolders(), "mariadb-server-core");
  if (!program) return program.error();
  std::error_code code;
  std::filesystem::create_directories(folder + "/data", code);
  if (code) return Unavailable(Format("cannot make {}/data: {}", folder, code.message()));
  ServerCommand command;
  command.name = "MariaDB";
  command.program = *program;
  command.arguments = [program = *program, folder](int port) {
    std::vector<std::string> arguments = {
        program, "--no-defaults", "--datadir=" + folder + "/data", "--socket=" + folder + "/s",
        "--pid-file=" + folder + "/pid", Format("--port={}", port), "--bind-address=127.0.0.1",
        // An empty data folder without system tables: no accounts, no installation step.
        "--skip-grant-tables", "--skip-name-resolve", "--skip-log-bin", "--performance-schema=OFF",
        "--innodb-stats-persistent=0", "--innodb-log-file-size=16M",
        "--innodb-buffer-pool-size=64M", "--innodb-use-native-aio=0",
        "--innodb-flush-log-at-trx-commit=2", "--innodb-fast-shutdown=1", "--max-connections=600",
        "--table-open-cache=400"};
    if (geteuid() == 0) arguments.emplace_back("--user=root");
    return arguments;
  };
  command.ready = Answers;
  // A data folder this young does not survive a kill: its first pages are still in memory only.
  command.ends_in_order = true;
  return StartServerProcess(std::move(command), folder, keep);
}

}  // namespace paystorm
