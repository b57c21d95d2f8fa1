#ifndef PAYSTORM_MOCKGW_HTTP_CURL_HANDLES_H_
#define PAYSTORM_MOCKGW_HTTP_CURL_HANDLES_H_

// Owners of libcurl's handles. The Make functions never return an empty one: no memory aborts.
// Thread-compatible.

#include <curl/curl.h>

#include <memory>
#include <string>

#include "mockgw/base/check.h"

namespace paystorm::mockgw {

template <auto kFree>
struct FreedBy {
  void operator()(auto* handle) const { kFree(handle); }
};

using EasyHandle = std::unique_ptr<CURL, FreedBy<&curl_easy_cleanup>>;
using MultiHandle = std::unique_ptr<CURLM, FreedBy<&curl_multi_cleanup>>;
using UrlHandle = std::unique_ptr<CURLU, FreedBy<&curl_url_cleanup>>;
using CurlText = std::unique_ptr<char, FreedBy<&curl_free>>;

inline EasyHandle MakeEasy() {
  EasyHandle easy(curl_easy_init());
  CHECK(easy != nullptr) << "curl_easy_init failed";
  return easy;
}

inline MultiHandle MakeMulti() {
  MultiHandle multi(curl_multi_init());
  CHECK(multi != nullptr) << "curl_multi_init failed";
  return multi;
}

class HeaderList final {
 public:
  void Append(const std::string& line) {
    curl_slist* longer = curl_slist_append(list_.get(), line.c_str());
    CHECK(longer != nullptr) << "curl_slist_append failed";
    (void)list_.release();  // the old head is part of the longer list
    list_.reset(longer);
  }
  // Valid until the next Append.
  curl_slist* get() const { return list_.get(); }

 private:
  std::unique_ptr<curl_slist, FreedBy<&curl_slist_free_all>> list_;
};

}  // namespace paystorm::mockgw

#endif  // PAYSTORM_MOCKGW_HTTP_CURL_HANDLES_H_
