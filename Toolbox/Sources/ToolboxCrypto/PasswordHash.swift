import CSodium

/// A slow hash of passwords; a test counts with one of its own how often it runs.
public protocol PasswordHashing: Sendable {
  /// A text from which the password can be checked; nil where the memory cannot be had.
  func hash(_ password: [UInt8]) -> String?

  /// Whether `password` is the one that `phc` was made of; false for any malformed text.
  func isValid(_ password: [UInt8], for phc: String) -> Bool
}

/// Argon2id password hashes as PHC strings (RFC 9106).
///
/// A hash takes about 0.1 s and ``memoryBytes`` of memory on purpose; the caller bounds how many run
/// at once and keeps them off the threads that serve others.
public struct PasswordHash: PasswordHashing {
  public let memoryBytes: Int
  public let passes: UInt64

  /// 64 MiB and 3 passes by default; never less than 19 MiB and 2 passes (OWASP's floor).
  public init(memoryBytes: Int = 64 << 20, passes: UInt64 = 3) {
    precondition(memoryBytes >= 19 << 20 && passes >= 2, "weaker than the floor")
    let started = sodium_init()
    precondition(started >= 0, "libsodium cannot start")
    self.memoryBytes = memoryBytes
    self.passes = passes
  }

  /// The PHC string of a password; nil where the memory cannot be had.
  public func hash(_ password: [UInt8]) -> String? {
    var output = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
    // One byte more, so that an empty password has an address too.
    let text = password.map(CChar.init(bitPattern:)) + [0]
    let result = crypto_pwhash_str_alg(
      &output, text, UInt64(password.count), passes, memoryBytes,
      crypto_pwhash_alg_argon2id13())
    guard result == 0 else { return nil }
    return String(decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether `password` is the one that `phc` was made of; false for any malformed string.
  public func isValid(_ password: [UInt8], for phc: String) -> Bool {
    let text = password.map(CChar.init(bitPattern:)) + [0]
    return crypto_pwhash_str_verify(phc, text, UInt64(password.count)) == 0
  }
}
