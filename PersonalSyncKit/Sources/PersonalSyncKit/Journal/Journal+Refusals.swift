import HubContracts
import ToolboxSQLite

/// Why an edit cannot be sent or was not taken.
struct Refusal: Sendable {
  var code: String
  var field: String?
  var reason: String?
}

/// Under which contracts an edit was refused: the Hub's and this program's, since either may change.
///
/// An edit carries the terms that refused it, through outbox and flight, so that it is offered again
/// once under others and never twice under the same, also where two Hubs of one address take turns.
struct Terms: Sendable, Equatable {
  var hub: String
  var program: String

  var text: String { "\(hub)/\(program)" }

  /// More than an edit will live to see; the oldest are forgotten, and it is offered once more.
  static let remembered = 16

  /// `before` with these added, as it is stored.
  func added(to before: String) -> String {
    (before.split(separator: " ").map(String.init).filter { $0 != text } + [text])
      .suffix(Self.remembered).joined(separator: " ")
  }
}

extension Journal {
  /// What the Hub of `domain` took when it was last asked; nil where it has said nothing.
  func hubContracts(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> String? {
    try transaction.first(
      "SELECT hub_contracts FROM sync_position WHERE domain = ?", .domain(domain)
    ) { $0.optionalText(0) } ?? nil
  }

  /// Notes what the Hub of `domain` takes at present.
  func noteContracts(
    _ contracts: ContractsDigest?, of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_position(domain, cursor, epoch, hub_contracts) VALUES(?1, 0, 1, ?2)
      ON CONFLICT(domain) DO UPDATE SET hub_contracts = ?2
      """,
      .domain(domain), .optional(contracts?.description))
  }

  /// A dash stands for a Hub that has said none, as a first-generation one does.
  func terms(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Terms {
    Terms(
      hub: try hubContracts(of: domain, transaction) ?? "-",
      program: vocabulary.digest.description)
  }

  func hasQuarantined(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT 1 FROM sync_quarantine WHERE domain = ? LIMIT 1", .domain(domain)
      ) { $0.integer(0) } != nil
    }
  }

  /// Whether anything of `domain` may be taken now that was not before.
  func hasRetryable(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in
      let terms = try terms(of: domain, transaction)
      return try transaction.first(
        """
        SELECT 1 WHERE
          EXISTS(SELECT 1 FROM sync_quarantine WHERE domain = ?1 AND instr(refused_under, ?2) = 0)
          OR EXISTS(SELECT 1 FROM sync_unreadable WHERE domain = ?1 AND found_under != ?3)
        """,
        .domain(domain), .text(terms.text), .text(terms.program)
      ) { $0.integer(0) } != nil
    }
  }

  /// Puts back at most `limit` edits that were not offered under the terms of now.
  ///
  /// Each is offered once: refused again, it has been refused under these terms.
  func retryUnderNewTerms(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      let terms = try terms(of: domain, transaction)
      let records = try transaction.all(
        """
        SELECT record FROM sync_quarantine WHERE domain = ? AND instr(refused_under, ?) = 0
        ORDER BY since_ms, record LIMIT ?
        """,
        .domain(domain), .text(terms.text), .integer(limit)
      ) { (row) throws(SQLiteError) in
        guard let record = RecordID(row.text(0)) else { throw row.damaged() }
        return record
      }
      for record in records { try putBack(domain, record, transaction) }
      try readAgain(domain, limit: limit, transaction)
    }
  }

  func quarantine(
    _ edit: LocalEdit, _ refusal: Refusal, refusedBefore: String, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let refusedUnder = try terms(of: edit.domain, transaction).added(to: refusedBefore)
    try transaction.run(
      """
      INSERT OR REPLACE INTO sync_quarantine(domain, record, is_delete, occurred_minute, modified_ms,
        body, fingerprint, code, field, reason, since_ms, refused_under)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .domain(edit.domain), .record(edit.record), .isDelete(edit.operation),
      .integer(edit.occurredAt.number), .stamp(edit.modifiedAt), .blob(edit.content.column),
      .blob(edit.fingerprint), .text(refusal.code), .optional(refusal.field),
      .optional(refusal.reason), .integer(nowMilliseconds), .text(refusedUnder))
  }

  // MARK: - Rows that cannot be read

  /// Puts a row of the outbox aside, byte for byte, so that those behind it are sent.
  ///
  /// It may be a newer program's, and is tried again by each program with other contracts.
  func setAside(
    unreadable sequence: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_unreadable(domain, record, is_delete, occurred_minute, modified_ms, body,
        fingerprint, found_under)
      SELECT domain, record, is_delete, occurred_minute, modified_ms, body, fingerprint, ?
      FROM sync_outbox WHERE sequence = ?
      """,
      .text(vocabulary.digest.description), .integer(sequence))
    try transaction.run("DELETE FROM sync_outbox WHERE sequence = ?", .integer(sequence))
  }

  private func readAgain(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let sequences = try transaction.all(
      """
      SELECT sequence FROM sync_unreadable WHERE domain = ? AND found_under != ?
      ORDER BY sequence LIMIT ?
      """,
      .domain(domain), .text(vocabulary.digest.description), .integer(limit)
    ) { $0.integer(0) }
    for sequence in sequences {
      try transaction.run(
        """
        INSERT OR IGNORE INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms,
          body, fingerprint)
        SELECT domain, record, is_delete, occurred_minute, modified_ms, body, fingerprint
        FROM sync_unreadable WHERE sequence = ?
        """,
        .integer(sequence))
      try transaction.run("DELETE FROM sync_unreadable WHERE sequence = ?", .integer(sequence))
    }
  }
}
