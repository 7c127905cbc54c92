import HubContracts
import ToolboxSQLite

extension Journal {
  /// How far the feed of `domain` has been read and saved.
  func position(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Cursor {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT cursor FROM sync_position WHERE domain = ?", .domain(domain)
      ) { Cursor($0.integer(0)) } ?? .start
    }
  }

  /// The epoch under which the feed was last read; nil where it never was.
  func epoch(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Epoch? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first("SELECT epoch FROM sync_position WHERE domain = ?", .domain(domain)) {
        Epoch($0.integer(0))
      }
    }
  }

  /// Moves the cursor forward; it never moves back.
  func move(
    to cursor: Cursor, epoch: Epoch?, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_position(domain, cursor, epoch) VALUES(?, ?, ?)
      ON CONFLICT(domain) DO UPDATE SET cursor = max(cursor, excluded.cursor),
        epoch = max(epoch, excluded.epoch)
      """,
      .domain(domain), .integer(cursor.number), .integer(epoch?.number ?? 1))
  }

  /// Notes the epoch of a feed in which there was nothing to save.
  func note(
    _ epoch: Epoch, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try move(to: .start, epoch: epoch, in: domain, transaction)
    }
  }

  /// How far a replay of `domain` has been read and saved; the start where none is under way.
  func replayPosition(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Cursor {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT coalesce(replay_cursor, 0) FROM sync_position WHERE domain = ?", .domain(domain)
      ) { Cursor($0.integer(0)) } ?? .start
    }
  }

  /// Moves the replay's own cursor; the ordinary one stays where it is.
  func moveReplay(
    to cursor: Cursor, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_position(domain, cursor, epoch, replay_cursor) VALUES(?1, 0, 1, ?2)
      ON CONFLICT(domain) DO UPDATE SET replay_cursor = ?2
      """,
      .domain(domain), .integer(cursor.number))
  }

  /// Forgets a replay that has reached the end of the feed.
  func endReplay(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "UPDATE sync_position SET replay_cursor = NULL WHERE domain = ?", .domain(domain))
    }
  }

  /// Notes that a pass of `domain` reached its end.
  func succeeded(
    _ domain: Domain, atMilliseconds now: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        """
        INSERT INTO sync_position(domain, cursor, epoch, last_success_ms) VALUES(?1, 0, 1, ?2)
        ON CONFLICT(domain) DO UPDATE
          SET last_success_ms = ?2, failing_since_ms = NULL, failure_code = NULL
        """,
        .domain(domain), .integer(now))
    }
  }
}
