import ToolboxCrypto

/// What 24 words stand for, and every key of an account's details comes from; never printed.
///
/// Whoever has it opens everything of the account. It is kept nowhere unless the person wants it so:
/// an app derives its own domain's keys and lets go of it.
/// Source: docs/protocol/sealed.md, "Keys".
public struct RootKey: Sendable, Equatable, CustomStringConvertible {
  public static let byteCount = 32
  public static let wordCount = 24

  let secret: SecretBytes

  /// Makes a new one.
  public init(random: some RandomBytes) { secret = .random(Self.byteCount, random) }

  /// Nil unless there are exactly 32 bytes.
  public init?(secret: SecretBytes) {
    guard secret.count == Self.byteCount else { return nil }
    self.secret = secret
  }

  /// The key that the person typed; case and the white space between words do not matter.
  ///
  /// Throws ``WordsFault``. A wrong word passes the checksum once in 256; nothing then opens.
  public init(typed text: String) throws(WordsFault) {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == Self.wordCount else { throw .wrongCount(words.count) }
    var bits = BitWriter()
    for (index, word) in words.enumerated() {
      guard let number = WordList.english.number(of: word) else {
        throw .unknownWord(
          position: index + 1, suggestions: WordList.english.suggestions(for: word))
      }
      bits.append(number, count: 11)
    }
    defer { bits.bytes.wipe() }
    let secret = SecretBytes(Array(bits.bytes.prefix(Self.byteCount)))
    guard bits.bytes.last == Self.checksum(secret) else { throw .wrongChecksum }
    self.secret = secret
  }

  public var description: String { "RootKey(redacted)" }

  /// The 24 words, for the person's eyes only.
  public var words: [String] {
    var bytes = secret.copied() + [Self.checksum(secret)]
    defer { bytes.wipe() }
    return (0..<Self.wordCount).map { word in
      let number = (word * 11..<word * 11 + 11).reduce(UInt16(0)) { number, bit in
        number << 1 | UInt16(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1)
      }
      return WordList.english[number]
    }
  }

  private static func checksum(_ secret: SecretBytes) -> UInt8 {
    secret.withUnsafeBytes { SHA256.hash($0)[0] }
  }
}

/// Why typed words are no root key.
public enum WordsFault: Error, Equatable, Sendable {
  /// Not 24.
  case wrongCount(Int)
  /// A word that is not in the list: its place from 1, and at most three that may be meant.
  case unknownWord(position: Int, suggestions: [String])
  /// Each is a word of the list, and one at least is wrong or in the wrong place.
  case wrongChecksum

  public var code: String {
    switch self {
    case .wrongCount: "words.wrong_count"
    case .unknownWord: "words.unknown_word"
    case .wrongChecksum: "words.wrong_checksum"
    }
  }
}

/// Bits into bytes, the most significant first.
private struct BitWriter {
  var bytes: [UInt8] = []
  private var count = 0

  mutating func append(_ number: UInt16, count width: Int) {
    bytes.reserveCapacity(RootKey.byteCount + 1)
    for bit in (0..<width).reversed() {
      if count % 8 == 0 { bytes.append(0) }
      bytes[count / 8] |= UInt8(number >> UInt16(bit) & 1) << UInt8(7 - count % 8)
      count += 1
    }
  }
}
