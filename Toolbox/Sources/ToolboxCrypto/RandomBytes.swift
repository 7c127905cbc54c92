import CSodium

/// A source of random bytes; a program is wired with ``SystemRandom``, a simulation with a seeded one.
public protocol RandomBytes: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}

/// The kernel's generator, good for keys and tokens.
public struct SystemRandom: RandomBytes {
  public init() {
    let started = sodium_init()
    precondition(started >= 0, "libsodium cannot start")
  }

  public func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}

extension RandomBytes {
  /// A random UUID (RFC 9562, version 4) in lower case.
  public func uuid() -> String { UUIDText.version4(from: bytes(16)) }
}

public enum UUIDText {
  /// The version 4 UUID that 16 random bytes make, in lower case; six bits of them are overwritten.
  public static func version4(from random: [UInt8]) -> String { text(of: random, version: 4) }

  /// The version 8 UUID (RFC 9562) that the first 16 bytes of a hash make, in lower case.
  public static func version8(from hash: [UInt8]) -> String { text(of: hash, version: 8) }

  private static func text(of source: [UInt8], version: UInt8) -> String {
    precondition(source.count >= 16, "a UUID needs 16 bytes")
    var bytes = Array(source.prefix(16))
    bytes[6] = bytes[6] & 0x0F | version << 4
    bytes[8] = bytes[8] & 0x3F | 0x80
    let hex = Array(Hex.encode(bytes).utf8)
    var text: [UInt8] = []
    for (start, end) in [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)] {
      if start > 0 { text.append(UInt8(ascii: "-")) }
      text.append(contentsOf: hex[start..<end])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
