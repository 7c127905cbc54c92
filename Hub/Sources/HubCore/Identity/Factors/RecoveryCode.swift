import ToolboxCrypto

/// One of the codes that a person prints and keeps, for the day when password or authenticator are
/// gone (SIGN-06); never printed by us.
///
/// 128 random bits, so that its plain hash is enough to store.
public struct RecoveryCode: Sendable, CustomStringConvertible, CustomReflectable {
  /// As many as are made at once.
  public static let count = 10
  private static let characters = 26

  private let letters: String

  init(random: some RandomBytes) { letters = Base32.encode(random.bytes(16)) }

  /// The code as a person may type it: in any case, with hyphens and spaces or without; nil for
  /// anything that cannot be one.
  init?(typed text: String) {
    guard text.utf8.count <= 100 else { return nil }
    let letters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    let isCode = letters.utf8.allSatisfy { (65...90).contains($0) || (50...55).contains($0) }
    guard isCode, letters.utf8.count == Self.characters else { return nil }
    self.letters = letters
  }

  /// In groups, for paper.
  public var text: String {
    stride(from: 0, to: Self.characters, by: 5)
      .map { String(letters.dropFirst($0).prefix(5)) }.joined(separator: "-")
  }

  public var description: String { "RecoveryCode(redacted)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  /// What is stored in its place.
  var hash: TokenHash { TokenHash(of: "hub-recovery-code \(letters)") }
}
