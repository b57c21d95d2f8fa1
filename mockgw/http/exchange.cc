#include "mockgw/http/exchange.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "mockgw/base/check.h"
#include "mockgw/base/format.h"
#include "mockgw/http/outcome.h"
#include "mockgw/http/request_check.h"

namespace paystorm::mockgw {

namespace {

constexpr size_t kAnswerBytesKept = 64 * 1024;

template <typename Value>
void Set(CURL* easy, CURLoption option, Value value) {
  const CURLcode code = curl_easy_setopt(easy, option, value);
  CHECK(code == CURLE_OK) << "curl option " << static_cast<int>(option) << ": "
                          << curl_easy_strerror(code);
}

bool Has(const HttpHeaders& headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const auto& header) { return EqualsIgnoringCase(header.first, name); });
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// "HTTP/1.1 204 No Content" -> 204; 0 when there is no number.
int StatusOf(std::string_view status_line) {
  const size_t blank = status_line.find(' ');
  int status = 0;
  if (blank == std::string_view::npos) return 0;
  for (size_t i = blank + 1; i < status_line.size() && i < blank + 4; ++i) {
    if (status_line[i] < '0' || status_line[i] > '9') return 0;
    status = status * 10 + (status_line[i] - '0');
  }
  return status;
}

}  // namespace

Exchange::Exchange(const Clock& clock) : clock_(clock), easy_(MakeEasy()) {}

void Exchange::Begin(const HttpRequest& request, Setup setup) {
  request_ = &request;
  setup_ = std::move(setup);
  body_read_ = 0;
  holding_ = setup_.hold_last_byte;
  held_ = false;
  begun_ = clock_.Steady();
  released_.reset();
  socket_ = -1;
  answer_ = {};
  answer_cut_ = false;
  error_.fill(0);

  CURL* easy = easy_.get();
  curl_easy_reset(easy);
  Set(easy, CURLOPT_NOSIGNAL, 1L);
  Set(easy, CURLOPT_ERRORBUFFER, error_.data());
  Set(easy, CURLOPT_PRIVATE, static_cast<void*>(this));
  Set(easy, CURLOPT_URL, request.url.c_str());
  Set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  Set(easy, CURLOPT_PROXY, "");
  Set(easy, CURLOPT_FOLLOWLOCATION, 0L);
  Set(easy, CURLOPT_PATH_AS_IS, 1L);
  Set(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  // Ten thousand connections hold these at once.
  Set(easy, CURLOPT_BUFFERSIZE, 8192L);
  Set(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
  if (!setup_.ca_file.empty()) Set(easy, CURLOPT_CAINFO, setup_.ca_file.c_str());
  Set(easy, CURLOPT_WRITEFUNCTION, &Exchange::OnWrite);
  Set(easy, CURLOPT_WRITEDATA, static_cast<void*>(this));
  Set(easy, CURLOPT_HEADERFUNCTION, &Exchange::OnHeader);
  Set(easy, CURLOPT_HEADERDATA, static_cast<void*>(this));
  Set(easy, CURLOPT_SOCKOPTFUNCTION, &Exchange::OnSocket);
  Set(easy, CURLOPT_SOCKOPTDATA, static_cast<void*>(this));
  SetMethodAndBody();
  SetHeaders();
}

void Exchange::SetMethodAndBody() {
  CURL* easy = easy_.get();
  const std::string& method = request_->method;
  if (!request_->body.empty()) {
    Set(easy, CURLOPT_POST, 1L);
    Set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_->body.size()));
    Set(easy, CURLOPT_READFUNCTION, &Exchange::OnRead);
    Set(easy, CURLOPT_READDATA, static_cast<void*>(this));
    Set(easy, CURLOPT_PREREQFUNCTION, &Exchange::OnRequestStart);
    Set(easy, CURLOPT_PREREQDATA, static_cast<void*>(this));
    if (method != "POST") Set(easy, CURLOPT_CUSTOMREQUEST, method.c_str());
    return;
  }
  Set(easy, CURLOPT_FRESH_CONNECT, 1L);
  if (method == "HEAD") {
    Set(easy, CURLOPT_NOBODY, 1L);
  } else if (method == "POST" || method == "PUT" || method == "PATCH") {
    Set(easy, CURLOPT_POSTFIELDS, "");
    Set(easy, CURLOPT_POSTFIELDSIZE, 0L);
    if (method != "POST") Set(easy, CURLOPT_CUSTOMREQUEST, method.c_str());
  } else {
    Set(easy, CURLOPT_HTTPGET, 1L);
    if (method != "GET") Set(easy, CURLOPT_CUSTOMREQUEST, method.c_str());
  }
}

void Exchange::SetHeaders() {
  headers_ = {};
  for (const auto& [name, value] : request_->headers) {
    if (EqualsIgnoringCase(name, "Content-Length")) continue;
    // libcurl's spelling of an empty header is "Name;" while "Name:" would leave it out.
    headers_.Append(Trimmed(value).empty() ? name + ";" : name + ": " + value);
  }
  // What libcurl would add by itself.
  for (const char* name : {"Accept", "Content-Type", "Expect"}) {
    if (!Has(request_->headers, name)) headers_.Append(std::string(name) + ":");
  }
  Set(easy_.get(), CURLOPT_HTTPHEADER, headers_.get());
}

void Exchange::Release() {
  holding_ = false;
  held_ = false;
}

SendResult Exchange::Finish(CURLcode code) const {
  if (code == CURLE_OK || (answer_cut_ && code == CURLE_WRITE_ERROR)) return Conclude(true, "");
  std::string error = error_.front() != '\0' ? error_.data() : curl_easy_strerror(code);
  std::replace(error.begin(), error.end(), '\n', ' ');
  return Conclude(false, std::move(error));
}

SendResult Exchange::Stop(const std::string& why) const { return Conclude(false, why); }

SendResult Exchange::Conclude(bool complete, std::string error) const {
  curl_off_t body_sent = 0;
  long head_sent = 0;  // NOLINT(google-runtime-int): libcurl's type
  curl_easy_getinfo(easy_.get(), CURLINFO_SIZE_UPLOAD_T, &body_sent);
  curl_easy_getinfo(easy_.get(), CURLINFO_REQUEST_SIZE, &head_sent);
  TransferFacts facts;
  facts.answer_complete = complete;
  facts.status = answer_.status;
  facts.head_bytes_sent = static_cast<uint64_t>(std::max(0L, head_sent));
  facts.body_bytes = request_->body.size();
  // libcurl brings its own count up to date only now and then, and not before a reset ends the
  // transfer. Once the last byte was handed over, the request may have arrived whole.
  facts.body_bytes_sent =
      released_ ? facts.body_bytes : static_cast<uint64_t>(std::max<curl_off_t>(0, body_sent));

  SendResult result;
  result.outcome = DecideOutcome(facts);
  result.started = released_.value_or(begun_);
  result.ended = clock_.Steady();
  if (result.outcome == SendOutcome::kAnswered) {
    result.answer = answer_;
  } else {
    result.error =
        error.empty() ? Format("status {} is no final answer", answer_.status) : std::move(error);
  }
  return result;
}

size_t Exchange::Read(char* out, size_t room) {
  const std::string& body = request_->body;
  const size_t left = body.size() - body_read_;
  if (left == 0) return 0;
  if (holding_ && left == 1) {
    held_ = true;
    return CURL_READFUNC_PAUSE;
  }
  const size_t count = std::min(room, holding_ ? left - 1 : left);
  std::memcpy(out, body.data() + body_read_, count);
  body_read_ += count;
  if (count == left) {
    if (setup_.hold_last_byte && setup_.listener != nullptr) setup_.listener->OnRelease();
    released_ = clock_.Steady();
  }
  return count;
}

void Exchange::TakeHeaderLine(std::string_view line) {
  if (line.substr(0, 5) == "HTTP/") {  // also drops what an interim answer said
    answer_ = {};
    answer_.status = StatusOf(line);
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  answer_.headers.emplace_back(Trimmed(line.substr(0, colon)), Trimmed(line.substr(colon + 1)));
}

bool Exchange::TakeBody(std::string_view bytes) {
  const size_t room = kAnswerBytesKept - answer_.body.size();
  answer_.body.append(bytes.substr(0, room));
  answer_cut_ = bytes.size() > room;
  return !answer_cut_;
}

size_t Exchange::OnRead(char* out, size_t size, size_t count, void* self) {
  return static_cast<Exchange*>(self)->Read(out, size * count);
}

size_t Exchange::OnWrite(char* data, size_t size, size_t count, void* self) {
  const bool go_on = static_cast<Exchange*>(self)->TakeBody({data, size * count});
  return go_on ? size * count : 0;
}

size_t Exchange::OnHeader(char* data, size_t size, size_t count, void* self) {
  static_cast<Exchange*>(self)->TakeHeaderLine({data, size * count});
  return size * count;
}

int Exchange::OnSocket(void* self, curl_socket_t socket, curlsocktype) {
  static_cast<Exchange*>(self)->socket_ = socket;
  return CURL_SOCKOPT_OK;
}

// Also called when libcurl tries again because no byte of the body had left (see the header).
int Exchange::OnRequestStart(void* self, char*, char*, int, int) {
  auto* exchange = static_cast<Exchange*>(self);
  exchange->body_read_ = 0;
  exchange->held_ = false;
  exchange->released_.reset();
  return CURL_PREREQFUNC_OK;
}

}  // namespace paystorm::mockgw
