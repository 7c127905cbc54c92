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
    try inStore { () throws(SQLiteError) in
      try SessionTable.count(transaction) + HabitTable.count(transaction)
        + CheckInTable.count(transaction) + PlanItemTable.count(transaction)
    }
  }

  /// The kinds follow each other as the ids of their records do, because those begin with the kind.
  static func current(
    after record: RecordID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(StoreError) -> [RecordChange] {
    try inStore { () throws(SQLiteError) in
      var changes: [RecordChange] = []
      for kind in RecordedKind.allCases where record.map(kind.mayFollow) ?? true {
        let rest = limit - changes.count
        if rest == 0 { break }
        changes += try kind.changes(after: record, limit: rest, transaction)
      }
      return changes
    }
  }

  func words(
    _ record: RecordID, _ body: RecordBody?, detail: [UInt8]?,
    _ transaction: borrowing Transaction
  ) throws(StoreError) -> String {
    if let words = try ItemIntake.words(record, body, detail: detail, transaction) {
      return words
    }
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

  /// What the product Habits left at the Hub comes in and is never written.
  static var inbound: [Domain] { [.habits] }

  /// A detail says all of a thing; facts alone fill gaps and never blank or round what is known here.
  ///
  /// Deletes delete. Day summaries of other devices are not kept: a day is computed from its records.
  func apply(_ batch: Batch, _ transaction: borrowing Transaction) throws(StoreError) {
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    var sessions = SessionIntake(desk: desk)
    var items = ItemIntake(desk: desk)
    for change in batch.changes {
      if change.domain == .habits {
        try LegacyIntake.take(change, desk, transaction)
      } else if let id = SessionRecord.sessionID(of: change.record) {
        try sessions.take(change, as: id, transaction)
      } else {
        try items.take(change, transaction)
      }
    }
    try sessions.finish(transaction)
    try items.finish(transaction)
  }

  // MARK: - Going out

  func prepareOutgoing(_ transaction: borrowing Transaction) throws(StoreError) -> Bool {
    let desk = try Desk(store.app, nowMilliseconds: store.nowMilliseconds, transaction)
    _ = try desk.settle(transaction)
    try desk.applyTemplates(transaction)
    try inStore { () throws(SQLiteError) in
      try RemovedSessionTable.removeOld(desk.now, transaction)
      try RemovedItemTable.removeOld(desk.now, transaction)
    }
    try markDaysThatAreOver(desk, transaction)
    try markDayThatBegan(desk, transaction)
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
    let (saidHere, isPlanUnread) = try inStore { () throws(SQLiteError) in
      (
        try CheckInTable.on(local...local, transaction),
        try PlanItemTable.hasUnreadBlock(on: local, transaction)
      )
    }
    let figures = try desk.figures.figures(
      of: local, sessions: sessions, streakMax: DaySummary.streakDaysMax, transaction)
    let mayChange = !sessions.contains(where: \.countsForStreak) || figures.habits != .none
    if local == desk.today, mayChange {
      try inStore { () throws(SQLiteError) in
        try ProvisionalSummaryTable.add(local, transaction)
      }
    }
    guard !isPlanUnread, DaySummaryRecord.isOursToSend(sessions, saidHere) else {
      return try inStore { () throws(JournalError) in
        try journal.skipSummary(.anchor, day, in: transaction)
      }
    }
    try inStore { () throws(JournalError) in
      try journal.enqueueSummary(
        day, DaySummaryRecord.facts(of: figures.summary), occurredAt: Minute(span.lowerBound),
        nowMilliseconds: desk.now.milliseconds, in: transaction)
    }
  }

  /// Once a day, where there are habits: what they ask for is news before any of it is done.
  private func markDayThatBegan(
    _ desk: Desk, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let isKnown = try inStore { () throws(SQLiteError) in
      try ProvisionalSummaryTable.holds(desk.today, transaction)
    }
    if isKnown { return }
    let habits = try desk.figures.habits(on: desk.today, transaction)
    if HabitFigures(habits, on: desk.today) == .none { return }
    try desk.ledger.marks.dayBegan(transaction)
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
