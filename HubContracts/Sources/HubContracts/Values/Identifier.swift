/// A UUID that names one kind of thing, so that a device is never taken for an account.
///
/// Its text is lower case with hyphens, as on the wire (docs/protocol/sync.md, "Ids").
public struct Identifier<Named>: Sendable, Hashable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The identifier written as `text`; nil unless it is a lower-case UUID of 36 characters.
  public init?(_ text: String) {
    self.init(text: text.utf8)
  }

  /// Nil unless there are exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  init?(text: some Collection<UInt8>) {
    guard text.count == 36 else { return nil }
    var high: UInt64 = 0
    var low: UInt64 = 0
    for (position, byte) in text.enumerated() {
      if Self.hyphens.contains(position) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt64
      switch byte {
      case 0x30...0x39: digit = UInt64(byte - 0x30)
      case 0x61...0x66: digit = UInt64(byte - 0x61 + 10)
      default: return nil
      }
      if position < 19 { high = high << 4 | digit } else { low = low << 4 | digit }
    }
    self.high = high
    self.low = low
  }

  public var bytes: [UInt8] {
    [high, low].flatMap { half in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> UInt64($0)) }
    }
  }

  public var description: String {
    String(unsafeUninitializedCapacity: 36) { text in
      for position in 0..<36 {
        guard !Self.hyphens.contains(position) else {
          text[position] = UInt8(ascii: "-")
          continue
        }
        let skipped = Self.hyphens.count { $0 < position }
        let nibble = position - skipped
        let half = nibble < 16 ? high : low
        let digit = UInt8(half >> UInt64(60 - (nibble % 16) * 4) & 15)
        text[position] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
      }
      return 36
    }
  }

  private static var hyphens: [Int] { uuidHyphens }
}

private let uuidHyphens = [8, 13, 18, 23]

public enum Named {
  public enum Account {}
  public enum Hub {}
  public enum Device {}
  public enum Document {}
  public enum Session {}
  public enum Idempotency {}
  public enum Change {}
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
