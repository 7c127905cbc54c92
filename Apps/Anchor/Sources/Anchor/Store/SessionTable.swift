import AnchorModel
import ToolboxSQLite

/// The rows of sessions: values to rows and back, and nothing else.
enum SessionTable {
  static func put(
    _ session: FocusSession, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let row = SessionColumns(session)
    try transaction.run(
      """
      INSERT INTO session(id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags,
        notes, pauses, batch, is_full) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(id) DO UPDATE SET started_s = excluded.started_s,
        planned_s = excluded.planned_s, banked_s = excluded.banked_s, phase = excluded.phase,
        phase_s = excluded.phase_s, reason = excluded.reason, title = excluded.title,
        tags = excluded.tags, notes = excluded.notes, pauses = excluded.pauses,
        batch = excluded.batch, is_full = excluded.is_full
      """,
      row.id, row.started, row.planned, row.banked, row.phase, row.phaseSecond, row.reason,
      row.title, row.tags, row.notes, row.pauses, row.batch, row.isFull)
  }

  static func remove(
    _ id: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run("DELETE FROM session WHERE id = ?", .text(id.description))
  }

  static func find(
    _ id: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> FocusSession? {
    try transaction.first(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session WHERE id = ?
      """,
      .text(id.description)
    ) { (row) throws(SQLiteError) in try SessionColumns.read(row) }
  }

  /// The one that runs or is paused here; of several the one that was started last.
  static func active(_ transaction: borrowing Transaction) throws(SQLiteError) -> FocusSession? {
    FocusSession.active(
      among: try transaction.all(
        """
        SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
          pauses, batch, is_full FROM session WHERE phase IN ('running', 'paused')
        """
      ) { (row) throws(SQLiteError) in try SessionColumns.read(row) })
  }

  /// Those that started in `span`, by start.
  static func started(
    in span: Range<Instant>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FocusSession] {
    try transaction.all(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session
      WHERE started_s >= ? AND started_s < ? ORDER BY started_s, id
      """,
      .second(span.lowerBound), .second(span.upperBound)
    ) { (row) throws(SQLiteError) in try SessionColumns.read(row) }
  }

  /// Which started in `span`, by start.
  static func idsStarted(
    in span: Range<Instant>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SessionID] {
    try transaction.all(
      "SELECT id FROM session WHERE started_s >= ? AND started_s < ? ORDER BY started_s, id",
      .second(span.lowerBound), .second(span.upperBound)
    ) { (row) throws(SQLiteError) in
      guard let id = SessionID(row.text(0)) else { throw row.damaged() }
      return id
    }
  }

  /// Those in whose words the pattern of LIKE occurs, the newest first, until `take` returns false.
  static func forEach(
    holding pattern: String, _ transaction: borrowing Transaction,
    _ take: (FocusSession) -> Bool
  ) throws(SQLiteError) {
    try transaction.forEach(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session
      WHERE title LIKE ?1 ESCAPE '\\' OR tags LIKE ?1 ESCAPE '\\' OR notes LIKE ?1 ESCAPE '\\'
      ORDER BY started_s DESC, id
      """,
      .text(pattern)
    ) { (row) throws(SQLiteError) in take(try SessionColumns.read(row)) }
  }

  static func sessions(
    of batch: ImportBatchID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FocusSession] {
    try transaction.all(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session WHERE batch = ? ORDER BY started_s, id
      """,
      .text(batch.description)
    ) { (row) throws(SQLiteError) in try SessionColumns.read(row) }
  }

  /// Those that have a record, behind `id` in the order of ids, at most `limit`.
  static func recorded(
    after id: SessionID?, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [FocusSession] {
    try transaction.all(
      """
      SELECT id, started_s, planned_s, banked_s, phase, phase_s, reason, title, tags, notes,
        pauses, batch, is_full FROM session
      WHERE id > ? AND phase NOT IN ('running', 'paused') ORDER BY id LIMIT ?
      """,
      .text(id?.description ?? ""), .integer(limit)
    ) { (row) throws(SQLiteError) in try SessionColumns.read(row) }
  }

  static func count(_ transaction: borrowing Transaction) throws(SQLiteError) -> Int {
    try transaction.first("SELECT count(*) FROM session") { Int($0.integer(0)) } ?? 0
  }

  /// The starts of all that have ended, from `first` on.
  static func startsOfFinished(
    from first: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Instant] {
    try transaction.all(
      "SELECT started_s FROM session WHERE started_s >= ? AND phase = 'finished'", .second(first)
    ) { (row) throws(SQLiteError) in
      guard let start = Instant(wholeSeconds: row.integer(0)) else { throw row.damaged() }
      return start
    }
  }

  /// The last start before `end` of a session that makes its day count for a streak.
  static func lastStartForStreak(
    before end: Instant, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Instant? {
    try transaction.first(
      """
      SELECT max(started_s) FROM session
      WHERE phase = 'finished' AND banked_s >= 60 AND started_s < ?
      """,
      .second(end)
    ) { $0.optionalInteger(0) }.flatMap { $0 }.flatMap(Instant.init(wholeSeconds:))
  }
}
