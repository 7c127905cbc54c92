import HubContracts
import ToolboxSQLite

/// What an app says when it has changed a record.
public struct RecordChange: Sendable {
  public var domain: Domain
  public var record: RecordID
  /// Nil deletes the record.
  public var body: RecordBody?
  /// What only the person's own devices may read; nil says nothing of it, and what is known stays.
  public var detail: DetailDraft?
  public var occurredAt: Minute

  public init(
    _ domain: Domain, _ record: RecordID, body: RecordBody?, detail: DetailDraft? = nil,
    occurredAt: Minute
  ) {
    self.domain = domain
    self.record = record
    self.body = body
    self.detail = detail
    self.occurredAt = occurredAt
  }

  /// A record whose facts are `facts`.
  public static func upsert<Record: Facts>(
    _ record: RecordID, _ facts: Record, detail: DetailDraft? = nil, occurredAt: Minute
  ) -> RecordChange {
    let contract = Record.contract
    return RecordChange(
      contract.record.domain, record,
      body: RecordBody(type: contract.record.type, facts: contract.encode(facts)),
      detail: detail, occurredAt: occurredAt)
  }

  public static func delete(
    _ domain: Domain, _ record: RecordID, occurredAt: Minute
  ) -> RecordChange {
    RecordChange(domain, record, body: nil, occurredAt: occurredAt)
  }
}

extension Journal {
  /// Queues a change for the Hub, inside the transaction that makes it in the app's own tables.
  ///
  /// Commit contract (docs/protocol/sync.md, S1 and S4):
  /// - It is on disk exactly when the transaction is.
  /// - Never waits for the network, a running sync or a sign-in; the same before the store is bound.
  /// - Its time does not grow with the length of the outbox.
  /// - A change that says what the Hub knows, or what already waits, is not queued again; a newer
  ///   change of a record that waits takes its place.
  /// - A change of a record in quarantine takes the place of what was refused; one that says the same
  ///   changes nothing.
  /// - The detail is kept here and sealed when the change is sent. On a locked device it is left out, and
  ///   asked for again once the person has unlocked it.
  /// - Throws ``JournalError/detailLocked`` for an edit of a record whose detail this device cannot
  ///   read, and ``JournalError/contentFrozen`` for one that would change what may be said only once;
  ///   deleting either is allowed. Throws ``JournalError/idOfAnotherType(record:type:)`` for facts of one
  ///   type under the id of another, which no Hub takes.
  /// - `nowMilliseconds` is the wall clock, milliseconds since 1970 UTC; it may step back, the stamp
  ///   that is made of it does not.
  public func enqueue(
    _ change: RecordChange, nowMilliseconds: Int64, in transaction: borrowing Transaction
  ) throws(JournalError) {
    try requireIDOfItsType(change)
    let known = try knownContent(change.domain, change.record, transaction)
    guard change.body == nil || !known.hasSealedDetail else { throw .detailLocked }
    try queue(change, known, nowMilliseconds: nowMilliseconds, transaction)
  }

  /// A delete says no type: what an older program queued can always be deleted.
  private func requireIDOfItsType(_ change: RecordChange) throws(JournalError) {
    guard let type = change.body?.type,
      let contract = ContractTable.contract(domain: change.domain, type: type),
      !contract.allows(change.record)
    else { return }
    throw .idOfAnotherType(record: change.record, type: type)
  }

  /// Queues a change of which the caller knows that it takes no unread detail away.
  func queue(
    _ change: RecordChange, _ known: KnownContent, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    // An announced delete is queued with this, or this says that the record is to stay.
    try forgetIntendedDelete(change.domain, change.record, transaction)
    let operation: Operation = change.body == nil ? .delete : .upsert
    let content = try content(of: change, known, transaction)
    let fingerprint = LocalEdit.fingerprint(operation, content)
    // While a newer version is being given to the app, what waits is about to give way to it, and
    // saying the same again is an answer to that version.
    if fingerprint == known.waiting ?? known.quarantined, !known.isBeingHandedOver { return }
    guard known.waiting != nil || fingerprint != known.sent || known.isLost else {
      // Back to what the Hub has or is getting: there is nothing to send.
      return try releaseIfQuarantined(change, known, transaction)
    }
    if operation == .upsert, known.isContent(toBeKeptFrom: fingerprint),
      vocabulary.freezes(content.body, change.domain)
    {
      throw .contentFrozen
    }
    if operation == .delete, known.sent == nil, !known.mayBeElsewhere {
      return try dropWaiting(change.domain, change.record, transaction)
    }
    let edit = LocalEdit(
      domain: change.domain, record: change.record, operation: operation,
      occurredAt: change.occurredAt,
      modifiedAt: try nextStamp(nowMilliseconds: nowMilliseconds, transaction), content)
    try inJournal { () throws(SQLiteError) in
      try put(edit, fingerprint: fingerprint, transaction)
    }
    try releaseIfQuarantined(change, known, transaction)
  }

  private func releaseIfQuarantined(
    _ change: RecordChange, _ known: KnownContent, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    guard known.quarantined != nil else { return }
    try inJournal { () throws(SQLiteError) in
      try release(change.domain, change.record, transaction)
    }
  }

  /// How many changes wait or are on their way, all domains together.
  public func pendingMutationCount(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> Int {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT (SELECT count(*) FROM sync_outbox) + (SELECT count(*) FROM sync_in_flight)
        """
      ) { Int($0.integer(0)) } ?? 0
    }
  }

  func put(
    _ edit: LocalEdit, fingerprint: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO sync_outbox(domain, record, is_delete, occurred_minute, modified_ms, body,
        fingerprint) VALUES(?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(domain, record) DO UPDATE SET is_delete = excluded.is_delete,
        occurred_minute = excluded.occurred_minute, modified_ms = excluded.modified_ms,
        body = excluded.body, fingerprint = excluded.fingerprint, refused_under = NULL
      """,
      .domain(edit.domain), .record(edit.record), .isDelete(edit.operation),
      .integer(edit.occurredAt.number), .stamp(edit.modifiedAt), .blob(edit.content.column),
      .blob(fingerprint))
  }

  /// The fingerprints of what a record says in each of its places.
  struct KnownContent {
    var waiting: [UInt8]?
    var inFlight: [UInt8]?
    var acknowledged: [UInt8]?
    var quarantined: [UInt8]?
    var hasSealedDetail = false
    /// The detail of what is acknowledged, in plain.
    var detail: [UInt8]?
    /// Whether ``acknowledged`` is what the app is being given, and the journal does not know it yet.
    var isBeingHandedOver = false

    /// Whether the Hub holds the record no more and other devices may.
    var mayBeElsewhere = false

    /// Whether a restored Hub holds ``acknowledged`` again and has lost what the store was last known to
    /// hold, which this device, or another, offers it: going back is then an edit as any other.
    var isLost = false

    /// What the Hub holds or is getting.
    var sent: [UInt8]? { inFlight ?? acknowledged }

    /// Whether the record says something that `fingerprint` would change; a deleted one says nothing.
    func isContent(toBeKeptFrom fingerprint: [UInt8]) -> Bool {
      guard let said = waiting ?? sent else { return false }
      return said != fingerprint && said != LocalEdit.deletedFingerprint
    }
  }

  func knownContent(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) -> KnownContent {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT o.fingerprint, f.fingerprint,
          coalesce(h.fingerprint, iif(r.version > 0, r.fingerprint, NULL)),
          r.sealed IS NOT NULL, q.fingerprint, h.record IS NOT NULL, r.version IS 0,
          r.detail, r.lost_ms IS NOT NULL AND f.record IS NULL AND h.record IS NULL
        FROM (SELECT ?1 AS domain, ?2 AS record) k
        LEFT JOIN sync_outbox o ON o.domain = k.domain AND o.record = k.record
        LEFT JOIN sync_in_flight f ON f.domain = k.domain AND f.record = k.record
        LEFT JOIN sync_record r ON r.domain = k.domain AND r.record = k.record
        LEFT JOIN sync_quarantine q ON q.domain = k.domain AND q.record = k.record
        LEFT JOIN sync_handed h ON h.domain = k.domain AND h.record = k.record
          AND h.version > coalesce(r.version, 0)
        """,
        .domain(domain), .record(record)
      ) {
        KnownContent(
          waiting: $0.optionalBlob(0), inFlight: $0.optionalBlob(1),
          acknowledged: $0.optionalBlob(2), quarantined: $0.optionalBlob(4),
          hasSealedDetail: $0.integer(3) == 1, detail: $0.optionalBlob(7),
          isBeingHandedOver: $0.integer(5) == 1,
          mayBeElsewhere: $0.integer(6) == 1, isLost: $0.integer(8) == 1)
      } ?? KnownContent()
    }
  }

  /// Takes back a record that was made and deleted before the Hub heard of it.
  private func dropWaiting(
    _ domain: Domain, _ record: RecordID, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "DELETE FROM sync_outbox WHERE domain = ? AND record = ?", .domain(domain), .record(record))
      try release(domain, record, transaction)
    }
  }

  /// Later than the wall clock, than every stamp made here and than every stamp seen.
  ///
  /// A stamp more than a day ahead comes from a clock that was wrong, here or elsewhere, and is not
  /// followed: otherwise one such stamp would make every later one of every device too late to send.
  func nextStamp(
    nowMilliseconds: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Stamp {
    try inJournal { () throws(SQLiteError) in
      let stamp = try transaction.first(
        """
        UPDATE sync_stamp SET highest_ms =
          CASE WHEN highest_ms > ?1 + ?2 THEN ?1 ELSE max(highest_ms + 1, ?1) END
        RETURNING highest_ms
        """,
        .integer(nowMilliseconds), .integer(Self.stampLeadMax)
      ) { Stamp(milliseconds: $0.integer(0)) }
      return stamp ?? Stamp(milliseconds: nowMilliseconds)
    }
  }

  /// How far ahead of the wall clock a stamp is followed, milliseconds: a day.
  private static let stampLeadMax: Int64 = 86_400_000

  /// Counts a stamp of another device as seen.
  func sawStamp(_ stamp: Stamp, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "UPDATE sync_stamp SET highest_ms = ?1 WHERE highest_ms < ?1", .stamp(stamp))
  }
}
