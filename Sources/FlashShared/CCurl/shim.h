#include <curl/curl.h>

// Functions that take any number of arguments, which Swift can't call, with one each.

static inline CURLcode flash_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode flash_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode flash_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode flash_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*flash_curl_data)(char *data, size_t size, size_t count, void *context);

static inline CURLcode flash_curl_set_data(CURL *handle, CURLoption option, flash_curl_data value) {
  return curl_easy_setopt(handle, option, value);
}

typedef int (*flash_curl_progress)(
  void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now);

static inline CURLcode flash_curl_set_progress(CURL *handle, flash_curl_progress value) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode flash_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode flash_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(handle, info, value);
}
