/// A value of the CBOR that authenticators write (CTAP2's canonical form of RFC 8949).
indirect enum CBORValue: Sendable, Equatable {
  case unsigned(UInt64)
  /// The number -1 - n.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  /// In the order of the document; keys are unique.
  case map([Member])
  case bool(Bool)
  case null

  struct Member: Sendable, Equatable {
    let key: CBORValue
    let value: CBORValue
  }

  /// The whole number of 64 bits that this is; nil for anything else.
  var integer: Int64? {
    switch self {
    case .unsigned(let number): Int64(exactly: number)
    case .negative(let number): Int64(exactly: number).map { -1 - $0 }
    case .bytes, .text, .array, .map, .bool, .null: nil
    }
  }
}

/// Why bytes are not taken as CBOR; what was read of them is of no use.
enum CBORFault: Error, Equatable {
  /// Over 64 KiB, over four levels, or longer than the bytes that are there.
  case tooLarge
  /// Another kind than CTAP2 writes: a float, a tag, a length that is not said.
  case unsupported
  /// A second way of writing what has one: a longer number, keys out of order or twice.
  case notCanonical
  /// Text that is not UTF-8.
  case notUTF8
}
