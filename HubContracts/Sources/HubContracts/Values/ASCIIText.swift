/// Digits, hyphens and colons on their way to a `String`, without one for each part.
struct ASCIIText {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  /// The text that `fill` appends; more than `capacity` bytes is a mistake of ours and stops.
  static func string(capacity: Int, _ fill: (inout ASCIIText) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      var text = ASCIIText(buffer: buffer)
      fill(&text)
      return text.count
    }
  }

  private init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func append(_ character: Unicode.Scalar) { append(byte: UInt8(ascii: character)) }

  /// The last `width` decimal digits of a number that is not negative.
  mutating func append(_ number: Int64, width: Int) {
    var rest = number
    var place = count + width
    while place > count {
      place -= 1
      put(0x30 + UInt8(truncatingIfNeeded: rest % 10), at: place)
      rest /= 10
    }
    count += width
  }

  /// `digits` hexadecimal digits, from the highest four bits of `bits` downwards.
  mutating func append(hexadecimal bits: UInt64, digits: Int) {
    var rest = bits
    for _ in 0..<digits {
      let digit = UInt8(truncatingIfNeeded: rest >> 60)
      append(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
      rest <<= 4
    }
  }

  private mutating func append(byte: UInt8) {
    put(byte, at: count)
    count += 1
  }

  private func put(_ byte: UInt8, at place: Int) {
    precondition(place < buffer.count, "the text is longer than its capacity")
    buffer[place] = byte
  }
}

/// The number that decimal digits write; nil where there are none or something else is among them.
func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
  guard !digits.isEmpty, digits.count <= 18 else { return nil }
  var number: Int64 = 0
  for digit in digits {
    guard digit >= 0x30, digit <= 0x39 else { return nil }
    number = number * 10 + Int64(digit - 0x30)
  }
  return number
}

extension Int64 {
  /// The quotient rounded towards minus infinity, so that times before 1970 fall in their own unit.
  func dividedRoundingDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
