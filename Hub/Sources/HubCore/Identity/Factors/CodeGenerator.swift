import HubContracts
import ToolboxCrypto

/// The secret that the Hub shares with an authenticator app, and the codes that it makes
/// (RFC 6238: SHA-1, six digits, 30 s); never printed.
public struct CodeGenerator: Sendable, CustomStringConvertible, CustomReflectable {
  static let secretByteCount = 20
  package static let stepMilliseconds = 30 * Milliseconds.second
  private static let digits = 6

  package let secret: [UInt8]

  /// Nil unless there are exactly 20 bytes.
  init?(secret: [UInt8]) {
    guard secret.count == Self.secretByteCount else { return nil }
    self.secret = secret
  }

  public var description: String { "CodeGenerator(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// For typing it into an app that cannot read the picture.
  public var secretText: String { Base32.encode(secret) }

  /// What an authenticator app reads from the picture.
  ///
  /// - `name`: the account's; `host`: the Hub's.
  public func link(name: String, host: String) -> String {
    let host = Self.encoded(host)
    return "otpauth://totp/\(host):\(Self.encoded(name))?secret=\(secretText)&issuer=\(host)"
  }

  static func step(at now: Int64) -> Int64 { now / stepMilliseconds }

  /// The six digits of a step.
  package func code(of step: Int64) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: step >> Int64(56 - 8 * $0)) }
    let hash = HMACSHA1.code(of: message, key: secret)
    let start = Int(hash[hash.count - 1] & 15)
    let number = hash[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let text = String(number % 1_000_000)
    return String(repeating: "0", count: Self.digits - text.count) + text
  }

  /// The step whose code a person typed: this one or the last, and none that was used (SIGN-15).
  func step(ofTyped text: String, at now: Int64, after usedStep: Int64) -> Int64? {
    let typed = Array(text.filter { !$0.isWhitespace }.utf8)
    let current = Self.step(at: now)
    // Both are always compared, so that the time tells nothing.
    let right = [current, current - 1].filter {
      constantTimeEquals(Array(code(of: $0).utf8), typed)
    }
    return right.first { $0 > usedStep }
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      if isPlain { return String(UnicodeScalar(byte)) }
      return "%" + Hex.encode([byte]).uppercased()
    }.joined()
  }
}
