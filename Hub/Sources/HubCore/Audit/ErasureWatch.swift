/// Finds contents that were erased before their time, by contents that are older and still stand.
///
/// When a content was due stands in the content alone. But entries follow each other in time, and the
/// oldest go first: where one that is kept for a limited time stands, none behind it was due. Memory
/// does not grow with the chain.
struct ErasureWatch {
  /// Entries whose content went too soon.
  struct TooSoon {
    fileprivate(set) var count: Int64 = 0
    /// The first of them, at most ``AuditReport/findingsMax``.
    fileprivate(set) var first: [Int64] = []
  }

  /// Of the newest content that stands and would itself be erased one day.
  private var standsAt: Int64?
  /// Erased behind that.
  private var open = TooSoon()

  mutating func isErased(_ number: Int64) {
    guard standsAt != nil else { return }
    open.count += 1
    if open.first.count < AuditReport.findingsMax { open.first.append(number) }
  }

  /// A content stands: what went too soon before it.
  ///
  /// Nothing did where the Hub's clock was set back in between, because then what is behind was due
  /// earlier.
  mutating func stands(_ content: AuditRow.Content) -> TooSoon {
    guard let event = AuditEvent(json: content.bytes) else { return TooSoon() }
    let isInOrder = standsAt.map { event.atMilliseconds >= $0 } ?? true
    let found = isInOrder ? open : TooSoon()
    open = TooSoon()
    if event.subject != .keeping { standsAt = event.atMilliseconds }
    return found
  }

  /// What went too soon behind the last content that stands.
  mutating func atTheEnd() -> TooSoon {
    defer { open = TooSoon() }
    return open
  }
}
