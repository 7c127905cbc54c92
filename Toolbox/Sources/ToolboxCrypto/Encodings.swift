/// Lower-case hexadecimal.
public enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of lower-case hex; nil for an odd length or any other character.
  public static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: characters.count, by: 2) {
      guard let high = value(of: characters[index]), let low = value(of: characters[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

/// Base64 with the URL alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let notADigit: UInt8 = 0xFF
  /// The value of each byte as a digit.
  private static let values = {
    var values = [UInt8](repeating: notADigit, count: 256)
    for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    digits(of: Array(bytes), bitsEach: 6, alphabet)
  }

  /// The bytes of `text`; nil unless it is exactly what ``encode(_:)`` would write.
  public static func decode(_ text: String) -> [UInt8]? { decode(utf8: text.utf8) }

  /// The same of the text's UTF-8.
  public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
    decode(digits: Array(text))
  }

  // Of an array, not of any collection: in another module that would be ten times slower.
  private static func decode(digits text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    // Once, and not for each character: a static is looked up under a lock's check.
    let values = values
    var pending: UInt32 = 0
    var bits = 0
    for character in text {
      let value = values[Int(character)]
      guard value != notADigit else { return nil }
      pending = pending << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
      }
    }
    guard bits < 6, pending & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return bytes
  }
}

/// Base32 in capitals without padding (RFC 4648 §6), for codes that people read and type.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    digits(of: bytes, bitsEach: 5, alphabet)
  }
}

/// The bits of `bytes`, `width` at a time and the last filled with zeros, as digits of `alphabet`.
private func digits(
  of bytes: some Collection<UInt8>, bitsEach width: Int, _ alphabet: [UInt8]
) -> String {
  let mask: UInt32 = (1 << UInt32(width)) - 1
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 8 / width + 1)
  var pending: UInt32 = 0
  var bits = 0
  for byte in bytes {
    pending = pending << 8 | UInt32(byte)
    bits += 8
    while bits >= width {
      bits -= width
      text.append(alphabet[Int(pending >> UInt32(bits) & mask)])
    }
  }
  if bits > 0 { text.append(alphabet[Int(pending << UInt32(width - bits) & mask)]) }
  return String(decoding: text, as: UTF8.self)
}

/// Whether both are equal, in a time that depends on their lengths only.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
