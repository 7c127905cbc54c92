import AnchorModel
import AppShell
import HubContracts
import PersonalSyncKit
import ToolboxSQLite

/// What Anchor does with its tables when the shell synchronises them.
struct AnchorRecords: SyncedRecords {
  /// How long one call of ``prepareOutgoing(_:)`` goes on with another day; a long streak makes a
  /// day cost a millisecond.
  private static let budgetNanoseconds: Int64 = 1_500_000

  let store: AnchorStore

  var actions: PerformedActions { AnchorActions(store: store).performed }

  func count(_ transaction: borrowing Transaction) throws(StoreError) -> Int {
    try inStore { () throws(SQLiteError) in try SessionTable.count(transaction) }
  }

  static func current(
    after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [RecordChange] {
    let id = record.flatMap(SessionRecord.sessionID(of:))
    let sessions = try inStore { () throws(SQLiteError) in
      try SessionTable.recorded(after: id, limit: limit, transaction)
    }
    return sessions.map(SessionRecord.change(for:))
  }

  func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> String {
    guard let id = SessionRecord.sessionID(of: record) else { return "A day's figures" }
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    let held = try inStore { () throws(SQLiteError) -> FocusSession? in
      if let held = try SessionTable.find(id, transaction) { return held }
      return try RemovedSessionTable.find(id, transaction)
    }
    let zone = try store.app.zone(transaction)
    let facts = body.flatMap(SessionRecord.facts(of:))
    let known = SessionRecord.session(id, in: detail, over: held) ?? held
    guard let session = facts?.merged(into: known, id: id) else {
      let title = held.map { SessionLine(session: $0, now: desk.now, zone: zone).title }
      return title.map { "\($0), deleted" } ?? "Deleted"
    }
    return SessionLine(session: session, now: desk.now, zone: zone).inOneLine
  }

  /// Yesterday, for whom midnight finds at work, today and the week ahead.
  func sharedDays(
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> ClosedRange<HubContracts.Day>? {
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    let today = HubContracts.Day(desk.today)
    return today.adding(-1)...today.adding(7)
  }

  // MARK: - Coming in

  /// A detail says all of a session; facts alone fill gaps and never blank or round what is known here.
  ///
  /// Deletes delete. Day summaries of other devices are not kept: a day is computed from its sessions.
  func apply(_ batch: Batch, _ transaction: borrowing Transaction) throws(StoreError) {
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    var starts: [Instant] = []
    var trashed: [SessionChange] = []
    for change in batch.changes {
      guard let id = SessionRecord.sessionID(of: change.record) else { continue }
      let held = try inStore { () throws(SQLiteError) in try SessionTable.find(id, transaction) }
      // What runs here is this device's to end; it has no record until then.
      if held?.isActive ?? false { continue }
      if change.isTrashed, let held { trashed.append(.removed(held)) }
      let session = try save(change, as: id, over: held, at: desk.now, transaction)
      starts += [held, session].compactMap { $0?.startedAt }
    }
    try desk.ledger.marks.sessionsChanged(startingAt: starts, transaction)
    if trashed.isEmpty { return }
    // The kit's trash has the facts only; taking this back brings the words as well.
    let step = UndoStep(.delete, changes: trashed)
    _ = try inStore { () throws(SQLiteError) in try UndoTable.add(step, at: desk.now, transaction) }
  }

  private func save(
    _ change: RemoteChange, as id: AnchorModel.SessionID, over held: FocusSession?, at now: Instant,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> FocusSession? {
    guard let body = change.body else {
      try inStore { () throws(SQLiteError) in
        if let held { try RemovedSessionTable.keep(held, at: now, transaction) }
        try SessionTable.remove(id, transaction)
      }
      return nil
    }
    guard let facts = SessionRecord.facts(of: body) else { return held }
    return try inStore { () throws(SQLiteError) in
      // One that comes back finds what this device knew of it.
      let known = if let held { held } else { try RemovedSessionTable.take(id, transaction) }
      let detailed = SessionRecord.session(id, in: change.detail, over: known) ?? known
      let merged = facts.merged(into: detailed, id: id)
      if merged != held { try SessionTable.put(merged, transaction) }
      return merged
    }
  }

  // MARK: - Going out

  func prepareOutgoing(_ transaction: borrowing Transaction) throws(StoreError) -> Bool {
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    _ = try desk.settle(transaction)
    try inStore { () throws(SQLiteError) in
      try RemovedSessionTable.removeOld(desk.now, transaction)
    }
    try markDaysThatAreOver(desk, transaction)
    let journal = store.app.journal
    let due = try inStore { () throws(JournalError) in
      try journal.dueSummaries(
        .anchor, today: HubContracts.Day(desk.today), nowMilliseconds: desk.now.milliseconds,
        transaction)
    }
    let end = store.clock.monotonicNanoseconds + Self.budgetNanoseconds
    for (place, day) in due.enumerated() {
      try queueSummary(day, desk, transaction)
      if store.clock.monotonicNanoseconds >= end { return place + 1 < due.count }
    }
    return false
  }

  private func queueSummary(
    _ day: HubContracts.Day, _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let journal = store.app.journal
    let local = AnchorModel.Day(day)
    let span = desk.calendar.span(of: local)
    let sessions = try inStore { () throws(SQLiteError) in
      try SessionTable.started(in: span, transaction)
    }
    guard DaySummaryRecord.isOursToSend(sessions) else {
      return try inStore { () throws(JournalError) in
        try journal.skipSummary(.anchor, day, in: transaction)
      }
    }
    let figures = try desk.figures.figures(
      of: local, sessions: sessions, streakMax: DaySummary.streakDaysMax, transaction)
    if local == desk.today, !sessions.contains(where: \.countsForStreak) {
      try inStore { () throws(SQLiteError) in
        try ProvisionalSummaryTable.add(local, transaction)
      }
    }
    try inStore { () throws(JournalError) in
      try journal.enqueueSummary(
        day, DaySummaryRecord.facts(of: figures.summary), occurredAt: Minute(span.lowerBound),
        nowMilliseconds: desk.now.milliseconds, in: transaction)
    }
  }

  /// A day that was sent while it could still gain its focus loses the streak if it did not.
  private func markDaysThatAreOver(
    _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let journal = store.app.journal
    let days = try inStore { () throws(SQLiteError) in
      try ProvisionalSummaryTable.take(before: desk.today, transaction)
    }
    for day in days {
      try inStore { () throws(JournalError) in
        try journal.summaryChanged(.anchor, HubContracts.Day(day), in: transaction)
      }
    }
  }

  func zoneChanged(
    from old: ZoneOffsets, to new: ZoneOffsets, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    // A day that lost a session to its neighbour has to be sent again as well.
    for zone in [old, new] {
      let desk = Desk(store.app, zone: zone, nowMilliseconds: store.nowMilliseconds)
      try desk.ledger.marks.everythingChanged(transaction)
    }
  }
}
