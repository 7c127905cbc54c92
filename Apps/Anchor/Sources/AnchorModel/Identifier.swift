/// A UUID that can only name one kind of thing.
public struct Identifier<Subject>: Hashable, Comparable, Sendable {
  private let high: UInt64
  private let low: UInt64

  /// Reads the lower-case form, `8-4-4-4-12` hexadecimal digits; nil for anything else.
  ///
  /// Upper case is refused: two spellings of one id would be two records at the Hub.
  public init?(_ text: String) {
    var digits: [UInt64] = []
    for (position, byte) in text.utf8.enumerated() {
      let isDash = byte == UInt8(ascii: "-")
      let wantsDash = position == 8 || position == 13 || position == 18 || position == 23
      guard isDash == wantsDash else { return nil }
      if isDash { continue }
      guard let digit = Self.hexValue(of: byte) else { return nil }
      digits.append(digit)
    }
    guard digits.count == 32 else { return nil }
    high = digits[..<16].reduce(0) { $0 << 4 | $1 }
    low = digits[16...].reduce(0) { $0 << 4 | $1 }
  }

  /// A random id (UUID version 4).
  ///
  /// - Parameter random: bits that the caller drew; six of them are overwritten.
  public init(random: UInt128) {
    self.init(bits: random, version: 4)
  }

  /// An id that the same content always gets again (UUID version 8).
  ///
  /// Nil for a digest of fewer than 16 bytes; of a longer one the first 16 are used.
  ///
  /// - Parameter digest: of a cryptographic hash, so that two contents never share an id.
  public init?(digest: [UInt8]) {
    guard digest.count >= 16 else { return nil }
    self.init(bits: digest.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }, version: 8)
  }

  private init(bits: UInt128, version: UInt64) {
    high = UInt64(truncatingIfNeeded: bits >> 64) & ~0xF000 | version << 12
    low = UInt64(truncatingIfNeeded: bits) & ~(3 << 62) | 2 << 62
  }

  public static func < (left: Identifier, right: Identifier) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  private static func hexValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

extension Identifier: CustomStringConvertible {
  /// The lower-case form, which ``init(_:)`` reads.
  public var description: String {
    var bytes: [UInt8] = []
    for position in 0..<32 {
      if position == 8 || position == 12 || position == 16 || position == 20 {
        bytes.append(UInt8(ascii: "-"))
      }
      let half = position < 16 ? high : low
      let digit = UInt8(half >> UInt64(60 - position % 16 * 4) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

public typealias SessionID = Identifier<FocusSession>

/// The sessions that one import brought; undone together.
public enum ImportBatch {}
public typealias ImportBatchID = Identifier<ImportBatch>
