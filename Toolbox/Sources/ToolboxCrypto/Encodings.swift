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
    bytes.withContiguousStorageIfAvailable(encode(buffer:))
      ?? Array(bytes).withUnsafeBufferPointer(encode(buffer:))
  }

  /// The bytes of `text`; nil unless it is exactly what ``encode(_:)`` would write.
  public static func decode(_ text: String) -> [UInt8]? { decode(utf8: text.utf8) }

  /// The same of the text's UTF-8.
  public static func decode(utf8 text: some Collection<UInt8>) -> [UInt8]? {
    text.withContiguousStorageIfAvailable(decode(buffer:))
      ?? Array(text).withUnsafeBufferPointer(decode(buffer:))
  }

  // Of memory, not of any collection: in another module that would be ten times slower. The statics are
  // read once, and not for each character: they are looked up under a lock's check.

  /// Three bytes are four digits; one or two that are left are two or three.
  private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
    let digits = alphabet
    let whole = bytes.count / 3 * 3
    return String(unsafeUninitializedCapacity: (bytes.count * 8 + 5) / 6) { text in
      var end = 0
      func write(_ group: UInt32, _ count: Int) {
        for place in 0..<count {
          text.initializeElement(
            at: end + place, to: digits[Int(group >> UInt32(18 - 6 * place) & 63)])
        }
        end += count
      }
      for start in stride(from: 0, to: whole, by: 3) {
        write(
          UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]), 4)
      }
      switch bytes.count - whole {
      case 1: write(UInt32(bytes[whole]) << 16, 2)
      case 2: write(UInt32(bytes[whole]) << 16 | UInt32(bytes[whole + 1]) << 8, 3)
      default: break
      }
      return end
    }
  }

  private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let values = values
    let whole = text.count / 4 * 4
    // A digit's value has six bits; what is no digit sets the others.
    var seen: UInt8 = 0
    func value(_ place: Int) -> UInt32 {
      let value = values[Int(text[place])]
      seen |= value
      return UInt32(value)
    }
    var isExact = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 6 / 8) { bytes, end in
      func write(_ group: UInt32, _ count: Int) {
        for place in 0..<count {
          bytes.initializeElement(
            at: end + place, to: UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
        }
        end += count
      }
      for start in stride(from: 0, to: whole, by: 4) {
        write(
          value(start) << 18 | value(start + 1) << 12 | value(start + 2) << 6 | value(start + 3), 3)
      }
      switch text.count - whole {
      case 0: break
      case 2:
        let group = value(whole) << 18 | value(whole + 1) << 12
        isExact = group & 0xFFFF == 0
        write(group, 1)
      case 3:
        let group = value(whole) << 18 | value(whole + 1) << 12 | value(whole + 2) << 6
        isExact = group & 0xFF == 0
        write(group, 2)
      default: isExact = false
      }
    }
    return isExact && seen < 64 ? bytes : nil
  }
}

/// Base32 in capitals without padding (RFC 4648 §6), for codes that people read and type.
public enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 8 / 5 + 1)
    var pending: UInt32 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(pending >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(pending << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Whether both are equal, in a time that depends on their lengths only.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
