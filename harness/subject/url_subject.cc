#include "harness/subject/subject.h"
#include "mockgw/base/format.h"
#include "mockgw/http/curl_client.h"

namespace paystorm {
namespace {

constexpr std::chrono::milliseconds kAnswerLimit{5000};

class UrlInstance final : public SubjectInstance {
 public:
  explicit UrlInstance(std::string base_url) : base_url_(std::move(base_url)) {}

  std::string base_url() const override { return base_url_; }
  bool ours() const override { return false; }
  bool running() const override { return true; }
  Result<void> Kill() override { return NotOurs("killed"); }
  Result<void> Restart() override { return NotOurs("restarted"); }
  Result<int> Stop(std::chrono::milliseconds) override { return 0; }
  std::vector<std::string> LogLines() const override { return {}; }
  std::string log_file() const override { return {}; }

 private:
  Error NotOurs(const char* what) const {
    return Invalid(Format("{} was not started by paystorm, so it cannot be {}", base_url_, what));
  }

  const std::string base_url_;
};

}  // namespace

Result<std::unique_ptr<SubjectInstance>> AttachUrl(const std::string& base_url) {
  std::string url = base_url;
  while (!url.empty() && url.back() == '/') url.pop_back();
  // Any answer will do: what is asked is whether somebody is there.
  mockgw::CurlClient http;
  mockgw::HttpRequest request;
  request.method = "GET";
  request.url = url + "/";
  const auto result = http.Send(request, kAnswerLimit);
  if (!result.answer) {
    return Unavailable(Format("nobody answers at {}: {}", url, result.error));
  }
  std::unique_ptr<SubjectInstance> instance = std::make_unique<UrlInstance>(url);
  return instance;
}

}  // namespace paystorm
