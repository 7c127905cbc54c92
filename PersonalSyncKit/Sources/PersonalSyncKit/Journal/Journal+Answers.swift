import HubContracts
import ToolboxSQLite

/// What became of one frozen mutation.
struct AnsweredMutation: Sendable {
  var mutation: Mutation
  var outcome: PushResult.Outcome
}

/// How a push was answered, in numbers.
struct AnswerCounts: Sendable, Equatable {
  var acknowledged = 0
  var conflicts = 0
  var rejected = 0
}

extension Journal {
  /// Records the Hub's answers to frozen mutations, in one transaction.
  ///
  /// Acknowledged ones leave the journal. A refused one goes to quarantine, a conflicting one back to
  /// the outbox with the Hub's version parked beside it; neither does where a newer edit of the
  /// record waits, since that edit holds all that this one said.
  ///
  /// A delete of what the Hub does not hold is sent as a deletion of its own: others may still hold the record,
  /// or have an edit of it that waits.
  func record(
    _ answers: [AnsweredMutation], in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> AnswerCounts {
    try inJournal { () throws(SQLiteError) in
      var counts = AnswerCounts()
      for answer in answers {
        let mutation = answer.mutation
        guard let (edit, refusedUnder) = try takeFromFlight(mutation, domain, transaction)
        else { continue }
        switch answer.outcome {
        case .accepted(let version, _), .duplicate(let version, _):
          counts.acknowledged += 1
          try acknowledge(edit, as: version, transaction)
        case .conflict(_, let actual, let current):
          counts.conflicts += 1
          try queueAgain(edit, refusedUnder: refusedUnder, transaction)
          try meet(actual, current, mutation.record, domain, transaction)
        case .rejected(let code, let field, let reason):
          counts.rejected += 1
          guard try !isWaiting(mutation.record, domain, transaction) else { continue }
          try quarantine(
            edit, Refusal(code: code, field: field, reason: reason),
            refusedBefore: refusedUnder, nowMilliseconds: nowMilliseconds, transaction)
        }
      }
      return counts
    }
  }

  /// The edit as it was made, and under which terms it was refused before; nil where it is no longer in
  /// flight under this key: a late answer has no effect.
  private func takeFromFlight(
    _ mutation: Mutation, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> (LocalEdit, refusedUnder: String)? {
    try transaction.first(
      """
      DELETE FROM sync_in_flight WHERE domain = ? AND record = ? AND key = ?
      RETURNING domain, record, is_delete, occurred_minute, modified_ms, body,
        coalesce(refused_under, '')
      """,
      .domain(domain), .record(mutation.record), .blob(mutation.key.bytes)
    ) { (row) throws(SQLiteError) in (try LocalEdit(row: row), row.text(6)) }
  }

  private func acknowledge(
    _ edit: LocalEdit, as version: Version, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    // A repeated answer tells the version of then; a later one may be known already.
    try transaction.run(
      """
      INSERT INTO sync_record(
        domain, record, version, fingerprint, modified_ms, sealed, body, detail)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(domain, record) DO UPDATE SET
        version = excluded.version, fingerprint = excluded.fingerprint,
        modified_ms = excluded.modified_ms, sealed = excluded.sealed, body = excluded.body,
        detail = excluded.detail, lost_ms = NULL
        WHERE excluded.version > version
      """,
      .domain(edit.domain), .record(edit.record), .integer(version.number),
      .blob(edit.fingerprint), .stamp(edit.modifiedAt), .optional(edit.sealed(vocabulary)),
      .optional(resolve == nil ? nil : edit.body), .optional(edit.detail))
    try sealedNewest(edit, as: version, transaction)
    try dropParked(edit.record, upTo: version, edit.domain, transaction)
    try noteOwn(edit, as: version, transaction)
  }

  /// Puts an edit back unless a newer one of the record waits.
  func queueAgain(
    _ edit: LocalEdit, refusedUnder: String = "", _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR IGNORE INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms,
        body, fingerprint, refused_under) VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .domain(edit.domain), .record(edit.record), .isDelete(edit.operation),
      .integer(edit.occurredAt.number), .stamp(edit.modifiedAt), .blob(edit.content.column),
      .blob(edit.fingerprint), .text(refusedUnder))
  }

  /// Keeps what the Hub holds instead, to be resolved with the edit; a first-generation Hub tells
  /// only its version and the record comes with the next pull.
  private func meet(
    _ actual: Version, _ current: Change?, _ record: RecordID, _ domain: Domain,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    if let current, current.record == record {
      let local = try localState(domain, record, transaction)
      if current.version < local.version {
        // The Hub was put back, whether it says so or not.
        if local.waiting?.mayFollow(current) == true {
          // The edit was made in knowledge of this.
          let fingerprint = LocalEdit.fingerprint(current.operation, content(of: current))
          return try knowAgain(current, fingerprint, isLost: false, transaction)
        }
        try noteAbsence(of: record, in: domain, transaction)
      }
      try park(current, reason: .waits, transaction)
    } else if actual == .absent {
      // The Hub does not hold the record at all: the edit is offered again as a new one.
      try noteAbsence(of: record, in: domain, transaction)
    }
  }

  private func isWaiting(
    _ record: RecordID, _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM sync_outbox WHERE domain = ? AND record = ?",
      .domain(domain), .record(record)
    ) { $0.integer(0) } != nil
  }
}
