/// A record as it travels with a sealed detail.
enum SealedRecord {
  private static let start = Array(#","sealed":""#.utf8)
  private static let end = Array(#""}"#.utf8)

  /// What the member takes beside the text.
  static let memberByteCount = start.count + end.count - 1

  /// The canonical bytes of a record that has none, with `text` as its last member.
  static func adding(_ text: String, to canonical: [UInt8]) -> [UInt8] {
    Array(canonical.dropLast()) + start + Array(text.utf8) + end
  }
}
