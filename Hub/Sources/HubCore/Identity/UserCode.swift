import ToolboxCrypto

/// The code that an app shows and a person types on the Hub's page, as `WDJB-MJHT`.
///
/// Eight of twenty consonants, so that no word comes about and no letter is mistaken for a digit:
/// about 34.6 bits, which with a life of ten minutes and few tries is enough (SIGN-20).
public struct UserCode: Sendable, Hashable, CustomStringConvertible {
  public static let alphabet = "BCDFGHJKLMNPQRSTVWXZ"
  private static let letters = Array(alphabet.utf8)
  private static let count = 8

  /// Eight letters and the hyphen between them.
  public let description: String

  public init(random: some RandomBytes) {
    var letters: [UInt8] = []
    while letters.count < Self.count {
      // 240 is a multiple of 20; a byte above it would make some letters likelier.
      for byte in random.bytes(16) where byte < 240 && letters.count < Self.count {
        letters.append(Self.letters[Int(byte) % Self.letters.count])
      }
    }
    self.init(letters: letters)
  }

  /// The code as a person may type it: in any case, with or without the hyphen and spaces; nil for
  /// anything that cannot be a code.
  public init?(typed text: String) {
    guard text.utf8.count <= 40 else { return nil }
    let letters = Array(text.uppercased().utf8.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") })
    guard letters.count == Self.count, letters.allSatisfy(Self.letters.contains) else { return nil }
    self.init(letters: letters)
  }

  /// Stands where a grant needs no code, and is never given out: `BBBB-BBBB`.
  public static let none = UserCode(letters: [UInt8](repeating: UInt8(ascii: "B"), count: count))

  private init(letters: [UInt8]) {
    let text = String(decoding: letters, as: UTF8.self)
    description = text.prefix(4) + "-" + text.suffix(4)
  }
}
