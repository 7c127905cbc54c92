/// The secret that opens an app's local page: only who started the app can read it.
///
/// Loopback is shared by every account and every program of the machine; the token tells the
/// person's own browser from the others.
public struct LaunchToken: Sendable {
  private let hex: [UInt8]

  /// - `bytes`: from a cryptographic source.
  /// - Precondition: at least 16 bytes, so that it cannot be guessed.
  public init(bytes: [UInt8]) {
    precondition(bytes.count >= 16, "a launch token has at least 128 bits")
    let digits = Array("0123456789abcdef".utf8)
    hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  /// As it stands in the link; a secret, not for logs.
  public var text: String { String(decoding: hex, as: UTF8.self) }

  /// Whether `text` is this token; takes as long for a near miss as for a far one.
  public func matches(_ text: some StringProtocol) -> Bool {
    let offered = Array(text.utf8)
    guard offered.count == hex.count else { return false }
    var difference: UInt8 = 0
    for (ours, theirs) in zip(hex, offered) { difference |= ours ^ theirs }
    return difference == 0
  }
}

extension LaunchToken: CustomStringConvertible {
  public var description: String { "LaunchToken(…)" }
}
