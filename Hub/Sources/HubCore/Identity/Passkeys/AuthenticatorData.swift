import ToolboxCrypto

/// What an authenticator says about itself and signs (WebAuthn Level 3, §6.1).
struct AuthenticatorData: Sendable, Equatable {
  /// SHA-256 of the site's name.
  let relyingPartyHash: [UInt8]
  let isPresent: Bool
  let isVerified: Bool
  let canBackUp: Bool
  let isBackedUp: Bool
  let signCount: UInt32
  /// Only where a passkey is made.
  let credential: Credential?

  struct Credential: Sendable, Equatable {
    let id: [UInt8]
    let key: PasskeyKey
    /// The bytes that the key was read from.
    let keyBytes: [UInt8]
  }

  private static let headCount = 37

  /// Reads all of `bytes`; nil where a byte is missing, is too many, or contradicts another.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headCount else { return nil }
    let flags = bytes[32]
    relyingPartyHash = Array(bytes[0..<32])
    isPresent = flags & 0x01 != 0
    isVerified = flags & 0x04 != 0
    canBackUp = flags & 0x08 != 0
    isBackedUp = flags & 0x10 != 0
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    guard canBackUp || !isBackedUp else { return nil }
    var position = Self.headCount
    if flags & 0x40 != 0 {
      guard let found = Self.credential(in: bytes, at: &position) else { return nil }
      credential = found
    } else {
      credential = nil
    }
    if flags & 0x80 != 0 {
      // Extensions say nothing that we asked for; they only have to be whole.
      guard let end = Self.endOfMap(in: bytes, at: position) else { return nil }
      position = end
    }
    guard position == bytes.count else { return nil }
  }

  private static func credential(in bytes: [UInt8], at position: inout Int) -> Credential? {
    // The model's id, which is of no use here, and the length of the credential's.
    let start = position + 18
    guard bytes.count >= start else { return nil }
    let count = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
    guard (16...1_023).contains(count), bytes.count >= start + count else { return nil }
    let keyStart = start + count
    do throws(CBORFault) {
      var reader = try CBORReader(bytes, at: keyStart)
      guard let key = PasskeyKey(try reader.value()) else { return nil }
      position = reader.position
      return Credential(
        id: Array(bytes[start..<keyStart]), key: key,
        keyBytes: Array(bytes[keyStart..<reader.position]))
    } catch { return nil }
  }

  private static func endOfMap(in bytes: [UInt8], at position: Int) -> Int? {
    do throws(CBORFault) {
      var reader = try CBORReader(bytes, at: position)
      guard case .map = try reader.value() else { return nil }
      return reader.position
    } catch { return nil }
  }
}
