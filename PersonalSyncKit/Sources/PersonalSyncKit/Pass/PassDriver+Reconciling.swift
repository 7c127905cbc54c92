import HubContracts
import ToolboxSQLite

extension PassDriver {
  /// A comparison that is older than this begins anew: what it has met may be gone by now.
  private static let reconcileDaysMax: Int64 = 30

  /// Whether an earlier pass has left a comparison with the whole feed unfinished.
  func mustGoOnReconciling() async throws(SyncError) -> Bool {
    let (journal, domain) = (journal, domain)
    let underWay = try await reading { (transaction) throws(JournalError) in
      try journal.reconcile(domain, transaction)
    }
    guard let underWay else { return false }
    let age = clock.nowMilliseconds - underWay.begunMilliseconds
    if underWay.stage == .read, age < 0 || age > Self.reconcileDaysMax * 86_400_000 {
      try await beginReconcile(.expired)
    }
    return true
  }

  func beginReconcile(_ reason: ReconcileReason) async throws(SyncError) {
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.beginReconcile(reason, in: domain, nowMilliseconds: now, transaction)
      }
    }
  }

  func unanswered(limit: Int) async throws(SyncError) -> FrozenBatch {
    let (journal, domain) = (journal, domain)
    return try await reading { (transaction) throws(JournalError) in
      try journal.unanswered(domain, limit: limit, transaction)
    }
  }

  /// Reads the next page of the whole feed, unless it has been read to its end.
  func readWhole(_ sizer: inout SliceSizer) async throws(SyncError) -> PassMachine.Event {
    let reconcile = try await underWay()
    guard reconcile.stage == .read else { return .read(ApplyCounts(), hasMore: false) }
    let page: PullPage
    switch try await self.page(after: reconcile.cursor, isWhole: true) {
    case .page(let found): page = found
    case .mustReconcile(let reason): return .mustReconcile(reason)
    }
    var total = ApplyCounts()
    for (changes, place) in Pieces(of: page, count: handover.sliceCount(sizer)) {
      let slice = Slice(changes: changes, cursor: place, reconcile: reconcile)
      total.add(try await apply(slice, &sizer))
    }
    if !page.hasMore { try await noteEnd(of: page) }
    return .read(total, hasMore: page.hasMore)
  }

  private func noteEnd(of page: PullPage) async throws(SyncError) {
    let (journal, domain) = (journal, domain)
    try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try inJournal { () throws(SQLiteError) in
          try journal.reconcileRead(to: page.cursor, isEnd: true, in: domain, transaction)
        }
      }
    }
  }

  private func underWay() async throws(SyncError) -> Reconcile {
    let (journal, domain) = (journal, domain)
    let reconcile = try await reading { (transaction) throws(JournalError) in
      try journal.reconcile(domain, transaction)
    }
    guard let reconcile else { preconditionFailure("a comparison is under way until it is swept") }
    return reconcile
  }

  // MARK: - Sweeping

  /// Settles the next records that the Hub does not hold; false where there is nothing left.
  func sweep(_ sizer: inout SliceSizer) async throws(SyncError) -> (SweepCounts, hasMore: Bool) {
    let reconcile = try await underWay()
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    let limit = handover.sliceCount(sizer)
    guard reconcile.stage == .compare else { return try await sweepLeftovers(reconcile) }
    let records = try await currentRecords(after: reconcile.record, limit: limit) ?? []
    guard !records.isEmpty else {
      try await saving { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try inJournal { () throws(SQLiteError) in
            try journal.reconcile(.sweep, cameTo: nil, in: domain, transaction)
          }
        }
      }
      return (SweepCounts(), true)
    }
    let taken = try await handOver(&sizer) { (transaction) throws(JournalError) in
      try journal.compare(records, reconcile, in: domain, nowMilliseconds: now, transaction)
    }
    return (taken.swept, true)
  }

  private static let leftoversAtOnce = 200

  private func sweepLeftovers(
    _ reconcile: Reconcile
  ) async throws(SyncError) -> (SweepCounts, hasMore: Bool) {
    let (journal, domain, now) = (journal, domain, clock.nowMilliseconds)
    let isContentKnown = content.isKnown
    return try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try journal.sweep(
          reconcile, isContentKnown: isContentKnown, in: domain, limit: Self.leftoversAtOnce,
          nowMilliseconds: now, transaction)
      }
    }
  }

  /// What the store holds behind `record`, ascending; nil where the app does not say.
  func currentRecords(
    after record: RecordID?, limit: Int
  ) async throws(SyncError) -> [RecordChange]? {
    let records: [RecordChange]
    switch content {
    case .unknown: return nil
    case .inTransaction(let current):
      records = try await granted.read { (transaction) throws(SyncError) in
        do { return try current(record, limit, transaction) } catch { throw .applyFailed(error) }
      }
    case .elsewhere(let current):
      try await requireGrant()
      do { records = try await current(record, limit) } catch { throw .applyFailed(error) }
    }
    var last = record
    for change in records {
      if let last, change.record <= last { throw .applyFailed(RecordsOutOfOrder()) }
      last = change.record
    }
    return records
  }
}

/// `currentRecords` gave a record twice, or not in rising order.
struct RecordsOutOfOrder: Error {}
