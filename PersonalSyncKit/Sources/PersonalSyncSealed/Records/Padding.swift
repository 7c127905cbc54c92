/// Makes every detail one of five sizes, so that a length tells little.
///
/// Source: docs/protocol/sealed.md, "4.2 Sizes".
enum Padding {
  /// Bytes of an envelope.
  static let sizes = [256, 1_024, 4_096, 16_384, 65_536]
  /// Bytes of the length before the detail.
  private static let prefixByteCount = 4

  /// The most bytes of a detail that fit into an envelope of `size`.
  static func room(in size: Int) -> Int { size - SealedEnvelope.overhead - prefixByteCount }

  /// The detail behind its length, and zeros; nil where it fits into no envelope.
  static func pad(_ detail: [UInt8]) -> [UInt8]? {
    guard let size = sizes.first(where: { room(in: $0) >= detail.count }) else { return nil }
    var padded: [UInt8] = []
    padded.reserveCapacity(size - SealedEnvelope.overhead)
    padded += UInt32(detail.count).bigEndianBytes
    padded += detail
    padded += repeatElement(0, count: room(in: size) - detail.count)
    return padded
  }

  /// The detail; nil unless `padded` is exactly what ``pad(_:)`` would make of it.
  static func unpad(_ padded: [UInt8]) -> [UInt8]? {
    guard padded.count >= prefixByteCount else { return nil }
    let length = padded.prefix(prefixByteCount).reduce(0) { $0 << 8 | Int($1) }
    let room = padded.count - prefixByteCount
    guard length <= room, padded[(prefixByteCount + length)...].allSatisfy({ $0 == 0 }),
      Self.sizes.first(where: { Self.room(in: $0) >= length }).map({ Self.room(in: $0) }) == room
    else { return nil }
    return Array(padded[prefixByteCount..<prefixByteCount + length])
  }
}
