#pragma once
#include <curl/curl.h>

// Swift cannot call variadic functions; these give the few calls that we make a fixed shape.

typedef size_t (*curl_shim_sink)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_shim_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_shim_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/// Copies the body; its size must be set as CURLOPT_POSTFIELDSIZE_LARGE before.
static inline CURLcode curl_shim_copy_body(CURL *easy, const void *body) {
  return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, (const char *)body);
}

static inline void curl_shim_set_sinks(
    CURL *easy, curl_shim_sink head, curl_shim_sink body, void *context) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

static inline void *curl_shim_context(CURL *easy) {
  void *context = NULL;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
  return context;
}

/// Microseconds from the start to one of its points; 0 where that was not reached.
static inline curl_off_t curl_shim_time(CURL *easy, CURLINFO point) {
  curl_off_t time = 0;
  curl_easy_getinfo(easy, point, &time);
  return time;
}

static inline CURLcode curl_shim_result(const CURLMsg *message) {
  return message->data.result;
}
