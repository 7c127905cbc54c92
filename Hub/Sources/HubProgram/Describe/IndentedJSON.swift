/// Compact JSON, laid out one member a line.
enum IndentedJSON {
  /// - Precondition: `bytes` are compact JSON that this program wrote.
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    var depth = 0
    var isInText = false
    var before: UInt8 = 0
    for byte in bytes {
      defer { before = isInText && before == UInt8(ascii: "\\") ? 0 : byte }
      if isInText {
        text.append(byte)
        if byte == UInt8(ascii: "\""), before != UInt8(ascii: "\\") { isInText = false }
        continue
      }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        text.append(byte)
        text += line(depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        text += line(depth)
        text.append(byte)
      case UInt8(ascii: ","):
        text.append(byte)
        text += line(depth)
      case UInt8(ascii: ":"):
        text.append(byte)
        text.append(UInt8(ascii: " "))
      default:
        text.append(byte)
        isInText = byte == UInt8(ascii: "\"")
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func line(_ depth: Int) -> [UInt8] {
    [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: depth * 2)
  }
}
