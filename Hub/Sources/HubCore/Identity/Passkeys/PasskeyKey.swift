import ToolboxCrypto

/// A passkey's public key, as authenticators write it (COSE, RFC 9053), with the one algorithm that
/// it is for.
enum PasskeyKey: Sendable, Equatable {
  case ed25519(VerifyingKey)
  case p256(P256VerifyingKey)
  case rsa(RSAVerifyingKey)

  /// COSE's numbers of the algorithms, the best first.
  static let algorithms: [Int64] = [-8, -7, -257]

  /// The key that `value` is; nil for another kind or algorithm, for members that its kind does not
  /// have, and for what is no possible key.
  init?(_ value: CBORValue) {
    guard case .map(let members) = value else { return nil }
    var parts: [Int64: CBORValue] = [:]
    for member in members {
      guard let label = member.key.integer else { return nil }
      parts[label] = member.value
    }
    switch (parts[1]?.integer, parts[3]?.integer, parts.keys.sorted()) {
    case (1, -8, [-2, -1, 1, 3]):
      guard parts[-1]?.integer == 6, case .bytes(let x)? = parts[-2],
        let key = VerifyingKey(checking: x)
      else { return nil }
      self = .ed25519(key)
    case (2, -7, [-3, -2, -1, 1, 3]):
      guard parts[-1]?.integer == 1, case .bytes(let x)? = parts[-2],
        case .bytes(let y)? = parts[-3], let key = P256VerifyingKey(x: x, y: y)
      else { return nil }
      self = .p256(key)
    case (3, -257, [-2, -1, 1, 3]):
      guard case .bytes(let modulus)? = parts[-1], case .bytes(let exponent)? = parts[-2],
        let key = RSAVerifyingKey(modulus: modulus, exponent: exponent)
      else { return nil }
      self = .rsa(key)
    default: return nil
    }
  }

  /// The key of bytes that were stored; nil where they are none.
  init?(stored bytes: [UInt8]) {
    do throws(CBORFault) { self.init(try CBORReader.read(bytes)) } catch { return nil }
  }

  func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch self {
    case .ed25519(let key): key.isValid(signature, over: message)
    case .p256(let key): key.isValid(signature, over: message)
    case .rsa(let key): key.isValid(signature, over: message)
    }
  }
}
