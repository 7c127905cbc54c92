import HubContracts
import ToolboxSQLite

// What a device does once it holds the key of its domain: what it had to leave locked is opened from what it
// kept, and what it had to send without its detail is sealed and sent again. Each is done once, a slice at a
// time, and goes on where a pass was cut off.

extension PassDriver {
  private static let recordsAtOnce = 200

  func openLocked(_ sizer: inout SliceSizer) async throws(SyncError) {
    guard journal.keys != nil, handover.isImporting else { return }
    let (journal, domain) = (journal, domain)
    let limit = handover.sliceCount(sizer)
    var count = limit
    while count == limit {
      count = try await handOver(&sizer) { (transaction) throws(JournalError) in
        try journal.openLocked(domain, limit: limit, transaction)
      }.changes
    }
  }

  func sealHeld() async throws(SyncError) {
    guard journal.keys != nil else { return }
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    while true {
      let after = try await reading { (transaction) throws(JournalError) in
        try journal.sealingProgress(domain, transaction)?.sealedTo
      }
      guard let after,
        let records = try await currentRecords(
          after: RecordID(after), limit: Self.recordsAtOnce)
      else { return }
      try await saving { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try journal.sealHeld(
            records, isEnd: records.isEmpty, in: domain, nowMilliseconds: now, transaction)
        }
      }
    }
  }
}
