#pragma once
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

// OpenSSL's control calls are macros, which Swift does not see.
static inline int copenssl_gcm_get_tag(EVP_CIPHER_CTX *context, int length, void *tag) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, length, tag);
}
static inline int copenssl_gcm_set_tag(EVP_CIPHER_CTX *context, int length, void *tag) {
  return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, length, tag);
}
