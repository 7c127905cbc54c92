import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) under a nonce that the caller answers for.
///
/// Two messages under one key and nonce give both away and let anybody forge: use ``SealingKey``,
/// which takes a random nonce each time, unless the key itself is used once.
public enum AESGCM {
  public static let keyByteCount = 32
  public static let nonceByteCount = 12
  public static let tagByteCount = 16

  // Looked up once: it costs as much as encrypting a record. Safe because OpenSSL's method objects
  // are never changed, and this one is never freed.
  nonisolated(unsafe) private static let method = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

  /// Ciphertext and tag.
  ///
  /// - Precondition: key and nonce have their lengths.
  public static func seal(
    _ plain: [UInt8], key: SecretBytes, nonce: [UInt8], associated: [UInt8]
  ) -> [UInt8] {
    checkLengths(key, nonce)
    let cipher = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(cipher) }
    return [UInt8](unsafeUninitializedCapacity: plain.count + tagByteCount) { output, total in
      let start = output.baseAddress
      var count: Int32 = 0
      let isSealed =
        key.withUnsafeBytes {
          EVP_EncryptInit_ex(cipher, method, nil, $0.bindMemory(to: UInt8.self).baseAddress, nonce)
        } == 1
        && EVP_EncryptUpdate(cipher, nil, &count, associated, Int32(associated.count)) == 1
        && EVP_EncryptUpdate(cipher, start, &count, plain, Int32(plain.count)) == 1
        && EVP_EncryptFinal_ex(cipher, start?.advanced(by: plain.count), &count) == 1
        && copenssl_gcm_get_tag(
          cipher, Int32(tagByteCount), start?.advanced(by: plain.count)) == 1
      precondition(isSealed, "AES-GCM cannot fail on memory that exists")
      total = plain.count + tagByteCount
    }
  }

  /// The plain bytes of ciphertext and tag; nil where key, nonce, associated data or any bit is another.
  ///
  /// - Precondition: key and nonce have their lengths.
  public static func open(
    _ sealed: ArraySlice<UInt8>, key: SecretBytes, nonce: [UInt8], associated: [UInt8]
  ) -> [UInt8]? {
    checkLengths(key, nonce)
    guard sealed.count >= tagByteCount else { return nil }
    var tag = Array(sealed.suffix(tagByteCount))
    let length = sealed.count - tagByteCount
    let cipher = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(cipher) }
    var isOpened = false
    // One byte more, so that an empty message has an address too.
    var plain = [UInt8](unsafeUninitializedCapacity: length + 1) { output, total in
      let start = output.baseAddress
      var count: Int32 = 0
      isOpened =
        key.withUnsafeBytes {
          EVP_DecryptInit_ex(cipher, method, nil, $0.bindMemory(to: UInt8.self).baseAddress, nonce)
        } == 1
        && EVP_DecryptUpdate(cipher, nil, &count, associated, Int32(associated.count)) == 1
        && sealed.withUnsafeBufferPointer {
          EVP_DecryptUpdate(cipher, start, &count, $0.baseAddress, Int32(length))
        } == 1
        && copenssl_gcm_set_tag(cipher, Int32(tagByteCount), &tag) == 1
        && EVP_DecryptFinal_ex(cipher, start?.advanced(by: length), &count) == 1
      total = length
    }
    guard isOpened else {
      plain.wipe()
      return nil
    }
    return plain
  }

  private static func checkLengths(_ key: SecretBytes, _ nonce: [UInt8]) {
    precondition(
      key.count == keyByteCount && nonce.count == nonceByteCount, "a key of 32 and a nonce of 12")
  }
}
