/// A UUID that names one kind of thing, so that a device is never taken for an account.
///
/// Its text is lower case with hyphens, as on the wire (docs/protocol/sync.md, "Ids").
public struct Identifier<Named>: Sendable, Hashable, CustomStringConvertible {
  private let bits: UUIDBits

  /// The identifier written as `text`; nil unless it is a lower-case UUID of 36 characters.
  public init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  init?(utf8 text: ArraySlice<UInt8>) {
    guard let bits = UUIDBits(utf8: text) else { return nil }
    self.bits = bits
  }

  /// Nil unless there are exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    bits = UUIDBits(
      high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
      low: bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  public var bytes: [UInt8] {
    [bits.high, bits.low].flatMap { half in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
    }
  }

  public var description: String { bits.description }
}

/// The 128 bits of a UUID and their text; apart from ``Identifier``, so that it is not generic.
struct UUIDBits: Hashable {
  static let textLength = 36

  let high: UInt64
  let low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  init?(utf8 text: ArraySlice<UInt8>) {
    guard text.count == Self.textLength else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    var position = 0
    for byte in text {
      switch (position, byte) {
      case (8, UInt8(ascii: "-")), (13, UInt8(ascii: "-")), (18, UInt8(ascii: "-")),
        (23, UInt8(ascii: "-")):
        break
      case (8, _), (13, _), (18, _), (23, _): return nil
      case (..<18, _):
        guard let digit = Self.digit(byte) else { return nil }
        high = high << 4 | digit
      default:
        guard let digit = Self.digit(byte) else { return nil }
        low = low << 4 | digit
      }
      position += 1
    }
    self.init(high: high, low: low)
  }

  var description: String {
    ASCIIText.string(capacity: Self.textLength) { text in
      text.append(hexadecimal: high, digits: 8)
      text.append("-")
      text.append(hexadecimal: high << 32, digits: 4)
      text.append("-")
      text.append(hexadecimal: high << 48, digits: 4)
      text.append("-")
      text.append(hexadecimal: low, digits: 4)
      text.append("-")
      text.append(hexadecimal: low << 16, digits: 12)
    }
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x61...0x66: UInt64(byte - 0x57)
    default: nil
    }
  }
}

public enum Named {
  public enum Account {}
  public enum Hub {}
  public enum Device {}
  public enum Document {}
  public enum Session {}
  public enum Idempotency {}
  public enum Change {}
  public enum Action {}
}

public typealias AccountID = Identifier<Named.Account>
/// The first 16 bytes of SHA-256 of the Hub's identity key.
public typealias HubID = Identifier<Named.Hub>
/// One installation of one app.
public typealias DeviceID = Identifier<Named.Device>
/// One local store of one app; made with the store and never changed.
public typealias DocumentID = Identifier<Named.Document>
public typealias SessionID = Identifier<Named.Session>
/// Names one mutation for ever; sending it again has no second effect.
public typealias IdempotencyKey = Identifier<Named.Idempotency>
public typealias ChangeID = Identifier<Named.Change>
/// Names one intent for ever, by whoever proposed it; proposing it again has no second effect (ACT-03).
public typealias ActionID = Identifier<Named.Action>
