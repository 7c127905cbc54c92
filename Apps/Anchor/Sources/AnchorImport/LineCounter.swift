/// Turns rising offsets into line numbers in one walk through the bytes.
struct LineCounter {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The line of `offset`, from 1; no offset may be smaller than the one before it.
  mutating func line(of offset: Int) -> Int {
    while position < min(offset, bytes.count) {
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    return line
  }
}
