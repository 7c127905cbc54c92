extension ArraySlice<UInt8> {
  /// The number that these ASCII digits write; nil where one is no digit.
  ///
  /// For fields of fixed width, at most 18 digits.
  package var decimalValue: Int? {
    precondition(count <= 18, "no field of a date is that wide")
    var value = 0
    for digit in self {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
