import AnchorModel
import AppShell
import PersonalSyncKit
import ToolboxSQLite

/// Writes changes of sessions so that a row, its place in the outbox and the marks of its days are
/// always written together.
///
/// Made for one transaction; all of Anchor's own writes go through it.
struct SessionLedger {
  let journal: Journal
  let marks: DayMarks
  let now: Instant

  func write(
    _ changes: [SessionChange], _ transaction: borrowing Transaction
  ) throws(StoreError) {
    var starts: [Instant] = []
    for change in changes {
      try inStore { () throws(SQLiteError) in
        if let session = change.after {
          try SessionTable.put(session, transaction)
        } else {
          try SessionTable.remove(change.id, transaction)
        }
      }
      try enqueue(change, transaction)
      // Figures are made of sessions that have ended.
      for session in [change.before, change.after].compactMap(\.self) where session.isFinished {
        starts.append(session.startedAt)
      }
    }
    try marks.sessionsChanged(startingAt: starts, transaction)
  }

  private func enqueue(
    _ change: SessionChange, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let record =
      switch change {
      case .added(let session), .changed(_, let session): SessionRecord.change(for: session)
      case .removed(let session): SessionRecord.deletion(of: session)
      }
    try inStore { () throws(JournalError) in
      try journal.enqueue(record, nowMilliseconds: now.milliseconds, in: transaction)
    }
  }
}
