import HubContracts

/// What a record says, as this store keeps it: the record as it travels, and its detail in plain.
///
/// In one column: behind the canonical bytes, which have no zero byte, a zero byte and the detail. Only
/// ``body`` may be sent; the Hub reads no zero byte either.
struct KeptContent: Sendable, Equatable {
  /// Canonical bytes of the record; `RecordBody.tombstone` for a delete.
  var body: [UInt8]
  var detail: [UInt8]?

  init(_ body: [UInt8], detail: [UInt8]?) {
    self.body = body
    self.detail = detail
  }

  init(column bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: 0) else {
      self.init(bytes, detail: nil)
      return
    }
    self.init(Array(bytes[..<end]), detail: Array(bytes[(end + 1)...]))
  }

  var column: [UInt8] {
    guard let detail else { return body }
    return body + [0] + detail
  }
}
