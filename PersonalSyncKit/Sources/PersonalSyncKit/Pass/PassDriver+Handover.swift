import HubContracts
import ToolboxSQLite

/// What the journal made of some changes: what the app has to save, and what it depended on.
struct Taken: Sendable, Equatable {
  var batch = Batch(changes: [])
  var counts = ApplyCounts()
  var swept = SweepCounts()
  /// The waiting edits that gave way to the batch; one that is made meanwhile shows here.
  var overruled: [LocalEdit] = []
  /// How many changes this came from.
  var changes = 0
}

/// The app went on editing the records that it was given while it saved them.
struct EditsKeptComing: Error {}

extension PassDriver {
  /// Takes changes into the journal and gives the app its part, together.
  ///
  /// - Attached: one transaction holds both, so neither is without the other.
  /// - Detached: the app has saved before the journal says so (docs/protocol/sync.md, S2). What the
  ///   journal makes of the changes is found out in a transaction that is taken back, the app saves,
  ///   and the transaction is run again. It commits only where it comes to the same: an edit made
  ///   meanwhile begins it anew.
  ///
  /// `sizer` is told how long a transaction took that other writes had to wait for.
  func handOver(
    _ sizer: inout SliceSizer,
    _ take: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Taken
  ) async throws(SyncError) -> Taken {
    switch handover {
    case .attached(let applyChanges):
      let clock = clock
      let (taken, nanoseconds) = try await saving { (transaction) throws(SyncError) in
        let start = clock.monotonicNanoseconds
        let taken = try inPass { () throws(JournalError) in try take(transaction) }
        if !taken.batch.changes.isEmpty {
          do { try applyChanges(taken.batch, transaction) } catch { throw .applyFailed(error) }
        }
        return (taken, clock.monotonicNanoseconds - start)
      }
      sizer.took(
        nanoseconds, for: taken.changes, localWrites: store.writeCounts.localRequests,
        at: clock.monotonicNanoseconds)
      return taken
    case .detached(let saveChanges):
      return try await handOver(take, saveChanges)
    case .outbound:
      return try await saving { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in try take(transaction) }
      }
    }
  }

  private static let attemptsMax = 8

  private func handOver(
    _ take: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Taken,
    _ saveChanges: SaveChanges
  ) async throws(SyncError) -> Taken {
    var saved: Taken?
    for _ in 0..<Self.attemptsMax {
      let (taken, isCommitted) = try await attempt(take, saved: saved)
      if isCommitted { return taken }
      do { try await saveChanges(taken.batch) } catch {
        throw Task.isCancelled ? .unreachable(.cancelled) : .applyFailed(error)
      }
      saved = taken
    }
    throw .applyFailed(EditsKeptComing())
  }

  /// Commits what `take` comes to if the app has saved just that, or has nothing to save.
  ///
  /// Else only notes, before the app is told, what it is about to be given. What it has `saved` is noted
  /// in either case.
  private func attempt(
    _ take: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Taken,
    saved: Taken?
  ) async throws(SyncError) -> (Taken, isCommitted: Bool) {
    let journal = journal
    return try await saving { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in
        try inJournal { () throws(SQLiteError) in try transaction.run("SAVEPOINT handover") }
        let taken = try take(transaction)
        let isCommitted = taken.batch.changes.isEmpty || taken == saved
        try inJournal { () throws(SQLiteError) in
          if !isCommitted { try transaction.run("ROLLBACK TO handover") }
          try transaction.run("RELEASE handover")
          if let saved { try journal.hasSaved(saved.batch, transaction) }
          if !isCommitted { try journal.willHandOver(taken.batch, transaction) }
        }
        return (taken, isCommitted)
      }
    }
  }

  /// Gives the app those of its own edits again that something from elsewhere may have been saved over.
  func confirm(_ sizer: inout SliceSizer) async throws(SyncError) {
    guard case .detached = handover else { return }
    let (journal, domain) = (journal, domain)
    let limit = handover.sliceCount(sizer)
    var count = limit
    while count == limit {
      count = try await handOver(&sizer) { (transaction) throws(JournalError) in
        try journal.takeOwn(domain, limit: limit, transaction)
      }.changes
    }
  }
}
