import HubContracts
import PersonalSyncSealed
import ToolboxCrypto
import ToolboxSQLite

/// Mutations frozen for sending; their bytes and keys do not change until each is answered.
struct FrozenBatch: Sendable, Equatable {
  var mutations: [Mutation]
  /// How many edits were put aside instead, because they can never be sent as they are.
  var refused = 0
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
  /// the outbox and will be based on the version that the first one gets. One that no push could hold
  /// goes to quarantine and one that cannot be read is put aside; neither keeps those behind it back. A
  /// detail is sealed here, once; without the key an edit that has one waits, because sent without it the
  /// record would lose it everywhere.
  func freeze(
    _ domain: Domain, limit: Int, random: any RandomBytes, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> FrozenBatch {
    try inJournal { () throws(SQLiteError) in
      let unanswered = try inFlight(domain, limit: limit, transaction)
      guard unanswered.isEmpty else { return FrozenBatch(mutations: unanswered) }
      let found = try candidates(domain, limit: limit, transaction)
      for sequence in found.unreadable { try setAside(unreadable: sequence, transaction) }
      for candidate in found.overlong {
        try refuse(candidate, nowMilliseconds: nowMilliseconds, transaction)
      }
      for candidate in found.chosen { try freeze(candidate, random: random, transaction) }
      return FrozenBatch(
        mutations: try inFlight(domain, limit: limit, transaction),
        refused: found.unreadable.count + found.overlong.count)
    }
  }

  /// What was frozen before and never answered, at most `limit` mutations, as it was.
  func unanswered(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(JournalError) -> FrozenBatch {
    try inJournal { () throws(SQLiteError) in
      FrozenBatch(mutations: try inFlight(domain, limit: limit, transaction))
    }
  }

  private struct Candidate {
    var sequence: Int64
    var edit: LocalEdit
    var fingerprint: [UInt8]
    var base: Version
    var refusedUnder: String?

    /// Of the body with its detail sealed; nil where the detail is longer than any may be.
    var sentByteCount: Int? {
      guard let detail = edit.detail else { return edit.body.count }
      return SealedEnvelope.characterCount(ofDetail: detail.count).map {
        edit.body.count + SealedRecord.memberByteCount + $0
      }
    }
  }

  /// The oldest of what waits, by what can become of it.
  private struct Candidates {
    var chosen: [Candidate] = []
    var overlong: [Candidate] = []
    /// By their sequence numbers, since nothing else of them is sure.
    var unreadable: [Int64] = []

    /// Bounds one transaction where much has to be put aside.
    func isFull(_ limit: Int) -> Bool {
      chosen.count >= limit || overlong.count + unreadable.count >= SyncLimits.mutationsPerPushMax
    }
  }

  private func candidates(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Candidates {
    var bytes = Self.pushEnvelopeBytes
    var found = Candidates()
    // The plus keeps SQLite from going through the index on (domain, record), which would sort
    // everything that waits to find the oldest hundred.
    try transaction.forEach(
      """
      SELECT o.domain, o.record, o.is_delete, o.occurred_minute, o.modified_ms, o.body, o.sequence,
        o.fingerprint, coalesce(r.version, 0), o.refused_under
      FROM sync_outbox o LEFT JOIN sync_record r ON r.domain = o.domain AND r.record = o.record
      WHERE +o.domain = ? ORDER BY o.sequence
      """,
      .domain(domain)
    ) { (row) throws(SQLiteError) in
      guard RecordID(row.text(1)) != nil else {
        found.unreadable.append(row.integer(6))
        return !found.isFull(limit)
      }
      let candidate = Candidate(
        sequence: row.integer(6), edit: try LocalEdit(row: row), fingerprint: row.blob(7),
        base: Version(row.integer(8)), refusedUnder: row.optionalText(9))
      if candidate.edit.detail != nil, keys == nil { return true }
      guard let length = candidate.sentByteCount,
        Self.pushEnvelopeBytes + length + Mutation.envelopeBytesMax <= SyncLimits.pushBytesMax
      else {
        found.overlong.append(candidate)
        return !found.isFull(limit)
      }
      bytes += length + Mutation.envelopeBytesMax
      guard bytes <= SyncLimits.pushBytesMax else { return false }
      found.chosen.append(candidate)
      return !found.isFull(limit)
    }
    return found
  }

  /// Quarantines an edit that is longer than a push may be, before it is sent.
  private func refuse(
    _ candidate: Candidate, nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try quarantine(
      candidate.edit, Refusal(code: HubErrorCode.payloadTooLarge.rawValue),
      refusedBefore: candidate.refusedUnder ?? "", nowMilliseconds: nowMilliseconds, transaction)
    try transaction.run(
      "DELETE FROM sync_outbox WHERE sequence = ?", .integer(candidate.sequence))
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
        body, fingerprint, base, key, refused_under, sent)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(candidate.sequence), .domain(edit.domain), .record(edit.record),
      .isDelete(edit.operation), .integer(edit.occurredAt.number), .stamp(edit.modifiedAt),
      .blob(edit.content.column), .blob(candidate.fingerprint), .integer(candidate.base.number),
      .blob(key.bytes), .optional(candidate.refusedUnder),
      .optional(try sealed(edit, random: random)))
    try transaction.run(
      "DELETE FROM sync_outbox WHERE sequence = ?", .integer(candidate.sequence))
  }

  private func inFlight(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Mutation] {
    try transaction.all(
      """
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body, base, key, sent
      FROM sync_in_flight WHERE domain = ? ORDER BY sequence LIMIT ?
      """,
      .domain(domain), .integer(limit)
    ) { (row) throws(SQLiteError) in
      let edit = try LocalEdit(row: row)
      guard let key = IdempotencyKey(bytes: row.blob(7)) else { throw row.damaged() }
      return Mutation(
        record: edit.record, key: key, operation: edit.operation, base: Version(row.integer(6)),
        occurredAt: edit.occurredAt, modifiedAt: edit.modifiedAt,
        body: row.optionalBlob(8) ?? edit.body)
    }
  }

  /// The record with its detail sealed; nil where it has none.
  private func sealed(
    _ edit: LocalEdit, random: any RandomBytes
  ) throws(SQLiteError) -> [UInt8]? {
    guard let detail = edit.detail, let keys else { return nil }
    guard let type = RecordBody.type(ofCanonical: edit.body) else {
      preconditionFailure("a record with a detail has a type")
    }
    let place = RecordPlace(record: edit.record, type: type, modifiedAt: edit.modifiedAt)
    do throws(SealedFault) {
      return SealedRecord.adding(
        try keys.seal(detail, in: place, random: random), to: edit.body)
    } catch { preconditionFailure("a candidate's detail has been measured") }
  }

  private static let pushEnvelopeBytes = 128
}
