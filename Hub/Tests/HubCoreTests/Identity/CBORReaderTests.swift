import Testing
import ToolboxCrypto

@testable import HubCore

@Suite struct CBORReaderTests {
  /// Examples of RFC 8949, appendix A, as far as authenticators write such.
  @Test(arguments: [
    ("00", CBORValue.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)),
    ("1903e8", .unsigned(1_000)), ("1a000f4240", .unsigned(1_000_000)),
    ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)), ("3903e7", .negative(999)),
    ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
    ("4401020304", .bytes([1, 2, 3, 4])), ("62c3bc", .text("\u{FC}")),
    ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
    ("a0", .map([])),
    ("a10203", .map([CBORValue.Member(key: .unsigned(2), value: .unsigned(3))])),
  ])
  func `what authenticators write is read`(hex: String, value: CBORValue) throws {
    let bytes = try #require(Hex.decode(hex))

    #expect(try CBORReader.read(bytes) == value)
  }

  @Test(arguments: [
    // Numbers and lengths that are longer than they need be.
    ("1817", CBORFault.notCanonical), ("190017", .notCanonical), ("1a0000ffff", .notCanonical),
    ("1b00000000ffffffff", .notCanonical), ("580100", .notCanonical),
    // Lengths that are not said; floats, tags, undefined, other simple values, reserved heads.
    ("5f4100ff", .unsupported), ("9fff", .unsupported), ("bfff", .unsupported),
    ("f93c00", .unsupported), ("fb3ff0000000000000", .unsupported), ("c11a514b67b0", .unsupported),
    ("f7", .unsupported), ("f820", .unsupported), ("1c", .unsupported),
    // Keys out of order, of other kinds before, twice.
    ("a202000100", .notCanonical), ("a220000100", .notCanonical), ("a201000100", .notCanonical),
    ("a2616200616100", .notCanonical), ("a262616100616200", .notCanonical),
    // Too little, too much, and counts that nothing follows.
    ("", .tooLarge), ("18", .tooLarge), ("4401", .tooLarge), ("0000", .notCanonical),
    ("9bffffffffffffffff", .tooLarge), ("bbffffffffffffffff", .tooLarge),
    ("5bffffffffffffffff", .tooLarge), ("8181818100", .tooLarge),
    ("61ff", .notUTF8),
  ])
  func `every other way of writing is refused`(hex: String, fault: CBORFault) throws {
    let bytes = try #require(Hex.decode(hex))

    #expect(throws: fault) { try CBORReader.read(bytes) }
  }

  @Test func `more than 64 KiB is not looked at`() {
    let bytes = [UInt8](repeating: 0, count: CBORReader.bytesMax + 1)

    #expect(throws: CBORFault.tooLarge) { try CBORReader.read(bytes) }
  }

  @Test func `no bytes crash it`() {
    var seed: UInt64 = 1
    for _ in 0..<20_000 {
      let bytes = (0..<Int(seed >> 58)).map { _ -> UInt8 in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: seed >> 40)
      }
      seed = seed &* 6_364_136_223_846_793_005 &+ 1
      _ = Result { try CBORReader.read(bytes) }
      _ = AuthenticatorData([UInt8](repeating: 0, count: 32) + bytes)
    }
  }
}
