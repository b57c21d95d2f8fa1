// The tools that people point at a server work on this one as they are. Each is run as a child
// process; one that is not installed is a failure.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

#include "http/http_server.h"
#include "http/raw_client.h"

namespace paystorm_reference {
namespace {

struct ToolResult {
  int exit_code = -1;
  std::string output;  // both streams
};

// Ends by itself after 30 s, with exit code 124.
ToolResult RunTool(const std::string& command) {
  ToolResult result;
  FILE* const child = ::popen(("timeout 30 " + command + " 2>&1").c_str(), "r");
  if (child == nullptr) return result;
  char buffer[4096];
  size_t count = 0;
  while ((count = std::fread(buffer, 1, sizeof(buffer), child)) > 0) {
    result.output.append(buffer, count);
  }
  const int status = ::pclose(child);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

// The number behind `label` in the output of ab or wrk, -1 when it is not there.
double Number(const std::string& output, const std::string& label) {
  const size_t at = output.find(label);
  return at == std::string::npos ? -1 : std::atof(output.c_str() + at + label.size());
}

class HttpTools : public ::testing::Test {
 protected:
  std::unique_ptr<HttpServer> server_ = StartOrDie({}, Echo);
  const std::string url_ = "http://127.0.0.1:" + std::to_string(server_->port()) + "/x";
};

// P1: ab without -k hung for ever.
TEST_F(HttpTools, AbWithoutKeepAlive) {
  const auto result = RunTool("ab -q -s 5 -n 2000 -c 20 " + url_);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Number(result.output, "Complete requests:"), 2000) << result.output;
  EXPECT_EQ(Number(result.output, "Failed requests:"), 0) << result.output;
  EXPECT_EQ(Number(result.output, "Non-2xx responses:"), -1) << result.output;
}

// P2: and with -k it reconnected each time.
TEST_F(HttpTools, AbWithKeepAlive) {
  const auto result = RunTool("ab -q -k -s 5 -n 5000 -c 20 " + url_);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  EXPECT_EQ(Number(result.output, "Complete requests:"), 5000) << result.output;
  EXPECT_EQ(Number(result.output, "Failed requests:"), 0) << result.output;
  EXPECT_EQ(Number(result.output, "Keep-Alive requests:"), 5000) << result.output;
}

TEST_F(HttpTools, Wrk) {
  const auto result = RunTool("wrk -t1 -c50 -d1s " + url_);
  ASSERT_EQ(result.exit_code, 0) << result.output;
  EXPECT_GT(Number(result.output, "Requests/sec:"), 500) << result.output;
  EXPECT_EQ(result.output.find("Socket errors"), std::string::npos) << result.output;
  EXPECT_EQ(result.output.find("Non-2xx"), std::string::npos) << result.output;
}

TEST_F(HttpTools, CurlKeepsItsConnection) {
  const auto result = RunTool("curl -s -w '|%{num_connects}' " + url_ + " " + url_);
  EXPECT_EQ(result.output, "GET /x |1GET /x |0");
}

TEST_F(HttpTools, CurlWithoutKeepAlive) {
  const auto result =
      RunTool("curl -s -m 5 -H 'Connection: close' -w '|%{num_connects}' " + url_ + " " + url_);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "GET /x |1GET /x |1");
}

// P8: curl waits for a second when its Expect is not answered.
TEST_F(HttpTools, CurlWithExpectDoesNotWait) {
  const auto result =
      RunTool("curl -s -m 5 -H 'Expect: 100-continue' -d hello -w '|%{time_total}' " + url_);
  EXPECT_EQ(result.exit_code, 0);
  ASSERT_EQ(result.output.rfind("POST /x hello|", 0), 0u) << result.output;
  EXPECT_LT(Number(result.output, "|"), 0.9);
}

TEST_F(HttpTools, CurlSpeakingHttp10) {
  const auto result = RunTool("curl -s -m 5 --http1.0 -d hello " + url_);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "POST /x hello");
}

// P9: curl waited for a body, or took it for the next answer.
TEST_F(HttpTools, CurlHead) {
  const auto result = RunTool("curl -s -m 5 -I " + url_ + " " + url_);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output.rfind("HTTP/1.1 200 OK\r\n", 0), 0u) << result.output;
  EXPECT_NE(result.output.find("Content-Length: 8\r\n"), std::string::npos) << result.output;
}

TEST_F(HttpTools, CurlChunkedUpload) {
  const auto result = RunTool("curl -s -m 5 -H 'Transfer-Encoding: chunked' -d hello " + url_);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, "POST /x hello");
}

TEST_F(HttpTools, CurlTooLargeABody) {
  const auto result = RunTool(
      "sh -c \"head -c 300000 /dev/zero | curl -s -m 5 -o /dev/null -w '%{http_code}' "
      "--data-binary @- " +
      url_ + "\"");
  EXPECT_EQ(result.output, "413");
}

}  // namespace
}  // namespace paystorm_reference
