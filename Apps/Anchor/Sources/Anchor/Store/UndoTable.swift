import AnchorModel
import ToolboxSQLite

/// What can be taken back, the newest first.
enum UndoTable {
  /// So long a step is kept: what was deleted is gone from here after 30 days too.
  static let daysMax = 30
  /// More steps back than anybody goes.
  static let stepsMax = 500

  /// A step with its place in time.
  struct Kept {
    let sequence: Int64
    let step: UndoStep
    let madeAt: Instant
  }

  /// Keeps a step, and says which place in time it has.
  static func add(
    _ step: UndoStep, at now: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int64 {
    var batch: ImportBatchID?
    if case .batch(let id) = step.effect { batch = id }
    try transaction.run(
      "INSERT INTO undo_step(action, made_s, batch) VALUES(?, ?, ?)",
      .text(step.action.rawValue), .second(now), .optional(batch?.description))
    let sequence = transaction.lastInsertedRow
    switch step.effect {
    case .batch: break
    case .sessions(let changes):
      for (place, change) in changes.enumerated() {
        if let before = change.before { try put(before, sequence, place, "before", transaction) }
        if let after = change.after { try put(after, sequence, place, "after", transaction) }
      }
    case .items(let changes):
      for (place, change) in changes.enumerated() {
        try UndoItemTable.put(change, sequence, place, transaction)
      }
    }
    try removeOld(now, newest: sequence, transaction)
    return sequence
  }

  /// The step of a place in time, and not of a batch; nil where it is gone.
  static func step(
    _ sequence: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> UndoStep? {
    let found = try transaction.first(
      "SELECT action FROM undo_step WHERE sequence = ? AND batch IS NULL", .integer(sequence)
    ) { (row) throws(SQLiteError) in
      guard let action = UndoStep.Action(rawValue: row.text(0)) else { throw row.damaged() }
      return action
    }
    guard let action = found else { return nil }
    return try step(action, sequence, transaction)
  }

  private static func step(
    _ action: UndoStep.Action, _ sequence: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> UndoStep {
    let items = try UndoItemTable.changes(of: sequence, transaction)
    return items.isEmpty
      ? UndoStep(action, changes: try changes(of: sequence, transaction))
      : UndoStep(action, items: items)
  }

  /// The newest step; nil where there is nothing to take back.
  static func newest(_ transaction: borrowing Transaction) throws(SQLiteError) -> Kept? {
    guard let (last, batch) = try newestRow(transaction) else { return nil }
    let step =
      if let batch = batch.flatMap(ImportBatchID.init(_:)) {
        UndoStep(importing: batch)
      } else {
        try Self.step(last.action, last.sequence, transaction)
      }
    return Kept(sequence: last.sequence, step: step, madeAt: last.madeAt)
  }

  /// What the newest step is, without all that it changed; nil where there is nothing to take back.
  static func lastAction(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> LastAction? { try newestRow(transaction)?.last }

  private static func newestRow(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> (last: LastAction, batch: String?)? {
    try transaction.first(
      "SELECT sequence, action, made_s, batch FROM undo_step ORDER BY sequence DESC LIMIT 1"
    ) { (row) throws(SQLiteError) in
      guard let action = UndoStep.Action(rawValue: row.text(1)),
        let madeAt = Instant(wholeSeconds: row.integer(2))
      else { throw row.damaged() }
      return (
        LastAction(sequence: row.integer(0), action: action, madeAt: madeAt), row.optionalText(3)
      )
    }
  }

  static func remove(
    _ sequence: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM undo_step WHERE sequence = ?", .integer(sequence))
  }

  private static func changes(
    of sequence: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SessionChange] {
    let sides = try transaction.all(
      """
      SELECT place, side, id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags,
        notes, pauses, batch, is_full FROM undo_change WHERE step = ? ORDER BY place, side DESC
      """,
      .integer(sequence)
    ) { (row) throws(SQLiteError) in
      (row.integer(0), row.text(1) == "before", try SessionColumns.read(row, from: 2))
    }
    var changes: [SessionChange] = []
    var before: (place: Int64, session: FocusSession)?
    for (place, isBefore, session) in sides {
      if let held = before, isBefore || held.place != place {
        changes.append(.removed(held.session))
        before = nil
      }
      if isBefore {
        before = (place, session)
      } else if let held = before {
        changes.append(.changed(from: held.session, to: session))
        before = nil
      } else {
        changes.append(.added(session))
      }
    }
    if let held = before { changes.append(.removed(held.session)) }
    return changes
  }

  private static func put(
    _ session: FocusSession, _ step: Int64, _ place: Int, _ side: String,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let row = SessionColumns(session)
    try transaction.run(
      """
      INSERT INTO undo_change(step, place, side, id, started_s, planned_s, banked_s, phase,
        phase_s, reason, title, tags, notes, pauses, batch, is_full)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(step), .integer(place), .text(side), row.id, row.started, row.planned, row.banked,
      row.phase, row.phaseSecond, row.reason, row.title, row.tags, row.notes, row.pauses,
      row.batch, row.isFull)
  }

  private static func removeOld(
    _ now: Instant, newest: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM undo_step WHERE made_s < ? OR sequence <= ?",
      .second(now.adding(seconds: -daysMax * 86_400)), .integer(newest - Int64(stepsMax)))
  }
}
