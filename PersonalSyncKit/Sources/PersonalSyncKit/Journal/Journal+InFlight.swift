import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// Mutations frozen for sending; their bytes and keys do not change until each is answered.
struct FrozenBatch: Sendable, Equatable {
  var mutations: [Mutation]
}

extension Journal {
  /// How many mutations of `domain` wait or are on their way.
  func waitingCount(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT (SELECT count(*) FROM sync_outbox WHERE domain = ?1)
          + (SELECT count(*) FROM sync_in_flight WHERE domain = ?1)
        """,
        .domain(domain)
      ) { Int($0.integer(0)) } ?? 0
    }
  }

  /// Freezes what waits, at most `limit` mutations and the bytes of one push, oldest first.
  ///
  /// What was frozen before and never answered is given again, as it was, before anything new: it
  /// may have been stored, and only its key can tell. An edit of a record that is in flight stays in
  /// the outbox and will be based on the version that the first one gets.
  func freeze(
    _ domain: Domain, limit: Int, random: any RandomBytes, _ transaction: borrowing Transaction
  ) throws(JournalError) -> FrozenBatch {
    try inJournal { () throws(SQLiteError) in
      let unanswered = try inFlight(domain, limit: limit, transaction)
      guard unanswered.isEmpty else { return FrozenBatch(mutations: unanswered) }
      for candidate in try candidates(domain, limit: limit, transaction) {
        try freeze(candidate, random: random, transaction)
      }
      return FrozenBatch(mutations: try inFlight(domain, limit: limit, transaction))
    }
  }

  private struct Candidate {
    var sequence: Int64
    var edit: LocalEdit
    var fingerprint: [UInt8]
    var base: Version
  }

  private func candidates(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Candidate] {
    var bytes = Self.pushEnvelopeBytes
    var chosen: [Candidate] = []
    // The plus keeps SQLite from going through the index on (domain, record), which would sort
    // everything that waits to find the oldest hundred.
    try transaction.forEach(
      """
      SELECT o.domain, o.record, o.is_delete, o.occurred_minute, o.modified_ms, o.body, o.sequence,
        o.fingerprint, coalesce(r.version, 0)
      FROM sync_outbox o LEFT JOIN sync_record r ON r.domain = o.domain AND r.record = o.record
      WHERE +o.domain = ? ORDER BY o.sequence LIMIT ?
      """,
      .domain(domain), .integer(limit)
    ) { (row) throws(SQLiteError) in
      let edit = try LocalEdit(row: row)
      bytes += edit.body.count + Mutation.envelopeBytesMax
      guard chosen.isEmpty || bytes <= SyncLimits.pushBytesMax else { return false }
      chosen.append(
        Candidate(
          sequence: row.integer(6), edit: edit, fingerprint: row.blob(7),
          base: Version(row.integer(8))))
      return true
    }
    return chosen
  }

  private func freeze(
    _ candidate: Candidate, random: any RandomBytes, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let key = IdempotencyKey(random.uuid()) else {
      preconditionFailure("a random UUID is a key")
    }
    let edit = candidate.edit
    try transaction.run(
      """
      INSERT INTO sync_in_flight(sequence, domain, record, is_delete, occurred_minute, modified_ms,
        body, fingerprint, base, key) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(candidate.sequence), .domain(edit.domain), .record(edit.record),
      .isDelete(edit.operation), .integer(edit.occurredAt.number), .stamp(edit.modifiedAt),
      .blob(edit.body), .blob(candidate.fingerprint), .integer(candidate.base.number),
      .blob(key.bytes))
    try transaction.run(
      "DELETE FROM sync_outbox WHERE sequence = ?", .integer(candidate.sequence))
  }

  private func inFlight(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Mutation] {
    try transaction.all(
      """
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body, base, key
      FROM sync_in_flight WHERE domain = ? ORDER BY sequence LIMIT ?
      """,
      .domain(domain), .integer(limit)
    ) { (row) throws(SQLiteError) in
      let edit = try LocalEdit(row: row)
      guard let key = IdempotencyKey(bytes: row.blob(7)) else { throw row.damaged() }
      return Mutation(
        record: edit.record, key: key, operation: edit.operation, base: Version(row.integer(6)),
        occurredAt: edit.occurredAt, modifiedAt: edit.modifiedAt, body: edit.body)
    }
  }

  private static let pushEnvelopeBytes = 128
}
