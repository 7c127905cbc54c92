import HubContracts
import PersonalSyncSealed
import ToolboxSQLite

// Details, which only the person's own devices can read (docs/protocol/sealed.md).
//
//     app  ── enqueue ──▶ outbox, in plain ── freeze ──▶ in flight, in plain and sealed ──▶ Hub
//     Hub  ── pull ──▶ opened: record and app          on a locked device: kept whole, facts to the app
//                                                      └── once there is a key ──▶ record and app

/// How far a device has come since it got the key of a domain; nil where all is done.
struct SealingProgress: Sendable, Equatable {
  /// The last locked record that was looked at.
  var openedTo: String?
  /// The last record of the app's store that was looked at.
  var sealedTo: String?
}

extension Journal {
  /// This journal with the keys of a pass.
  func lent(_ keys: DetailKeys?) -> Journal {
    var journal = self
    journal.keys = keys
    return journal
  }

  // MARK: - Reading and writing

  /// A change with its detail opened where there is a key that does.
  func read(_ change: Change) throws(RecordRefusal) -> RemoteChange {
    var remote = RemoteChange(
      domain: change.domain, record: change.record, version: change.version,
      occurredAt: change.occurredAt, modifiedAt: change.modifiedAt, origin: change.origin)
    guard change.operation == .upsert else { return remote }
    let body = try vocabulary.read(change.body, change.domain)
    remote.body = body
    guard let keys, let sealed = body.sealed else { return remote }
    let place = RecordPlace(
      record: change.record, type: body.type, modifiedAt: change.modifiedAt)
    guard let detail = keys.open(sealed, in: place) else { return remote }
    remote.body = RecordBody(type: body.type, facts: body.facts)
    remote.detail = detail
    return remote
  }

  /// What a change of the app's says, with the detail that is to be sent.
  func content(
    of change: RecordChange, _ known: KnownContent, _ transaction: borrowing Transaction
  ) throws(JournalError) -> KeptContent {
    guard let body = change.body else { return KeptContent(RecordBody.tombstone, detail: nil) }
    if body.sealed != nil { return KeptContent(body.canonical, detail: nil) }
    return try inJournal { () throws(SQLiteError) in
      KeptContent(
        body.canonical, detail: try detail(of: change, known: known.detail, transaction))
    }
  }

  /// What is known stays where the app says nothing; nil on a locked device, which cannot seal it.
  ///
  /// A device that has lost its key goes on with what was sealed before, and keeps it back.
  func detail(
    of change: RecordChange, known: [UInt8]?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [UInt8]? {
    guard let draft = change.detail else { return known }
    if known == nil, try !isSealing(change.domain, transaction) { return nil }
    return draft.carrying(membersOf: known)
  }

  // MARK: - Locked and unlocked

  /// Keeps a change whose detail this device cannot open, to be opened once it can.
  func keepLocked(_ change: Change, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO sync_locked(domain, record, change) VALUES(?, ?, ?)",
      .domain(change.domain), .record(change.record), .blob(change.json))
  }

  func isSealing(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first("SELECT 1 FROM sync_sealing WHERE domain = ?", .domain(domain)) {
      $0.integer(0)
    } != nil
  }

  /// Nil on a locked device.
  func sealingProgress(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> SealingProgress? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first(
        "SELECT opened_to, sealed_to FROM sync_sealing WHERE domain = ?", .domain(domain)
      ) { SealingProgress(openedTo: $0.optionalText(0), sealedTo: $0.optionalText(1)) }
    }
  }

  /// Notes that this device holds a key now: what was locked is to be opened, and what was sent without its
  /// detail to be sealed and sent again.
  func beginSealing(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "INSERT OR REPLACE INTO sync_sealing(domain, opened_to, sealed_to) VALUES(?, '', '')",
        .domain(domain))
    }
  }

  /// Takes nothing for said that was sealed with a key which another has taken the place of: the app's
  /// records are sealed with that one and sent again.
  func sealAnew(_ domain: Domain, _ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "UPDATE sync_record SET fingerprint = x'' WHERE domain = ? AND detail IS NOT NULL",
        .domain(domain))
      try transaction.run("DELETE FROM sync_given WHERE domain = ?", .domain(domain))
    }
  }

  /// Notes that this device holds no key any more; what was opened stays, what waits is kept back.
  func endSealing(_ domain: Domain, _ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run("DELETE FROM sync_sealing WHERE domain = ?", .domain(domain))
    }
  }

  /// Whether this device reads and writes the details of a domain.
  ///
  /// It may hold the key and yet have records locked: those that no key of its own opens.
  public func isUnlocked(
    _ domain: Domain, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Bool {
    try inJournal { () throws(SQLiteError) in try isSealing(domain, transaction) }
  }

  /// Opens the next locked details, for the app to save; with no more, that is noted.
  ///
  /// A record with an edit that waits, is on its way or was refused is left to what becomes of that. One that
  /// does not open stays as it came.
  func openLocked(
    _ domain: Domain, limit: Int, _ transaction: borrowing Transaction
  ) throws(JournalError) -> Taken {
    guard let after = try sealingProgress(domain, transaction)?.openedTo else { return Taken() }
    return try inJournal { () throws(SQLiteError) in
      let changes = try locked(domain, after: after, limit: limit, transaction)
      var taken = Taken(changes: changes.count)
      for change in changes {
        let local = try localState(change.domain, change.record, transaction)
        guard local.version == change.version, !local.isInFlight, local.waiting == nil else {
          continue
        }
        let remote: RemoteChange
        do throws(RecordRefusal) { remote = try read(change) } catch { continue }
        guard let detail = remote.detail else { continue }
        try transaction.run(
          """
          UPDATE sync_record SET fingerprint = ?, sealed = NULL, detail = ?
          WHERE domain = ? AND record = ?
          """,
          .blob(LocalEdit.fingerprint(.upsert, remote.content)), .blob(detail), .domain(domain),
          .record(change.record))
        try sawNewest(remote, transaction)
        taken.batch.changes.append(remote)
      }
      taken.counts.applied = taken.batch.changes.count
      try transaction.run(
        "UPDATE sync_sealing SET opened_to = ? WHERE domain = ?",
        .optional(changes.count < limit ? nil : changes.last?.record.description),
        .domain(domain))
      return taken
    }
  }

  /// Queues those of some records of the app's store that the Hub holds without their detail.
  func sealHeld(
    _ records: [RecordChange], isEnd: Bool, in domain: Domain, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) {
    for record in records where record.domain == domain && record.detail != nil {
      _ = try catchUp(with: record, nowMilliseconds: nowMilliseconds, transaction)
    }
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "UPDATE sync_sealing SET sealed_to = ? WHERE domain = ?",
        .optional(isEnd ? nil : records.last?.record.description), .domain(domain))
    }
  }

  private func locked(
    _ domain: Domain, after record: String, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Change] {
    try transaction.all(
      """
      SELECT change FROM sync_locked WHERE domain = ? AND record > ? ORDER BY record LIMIT ?
      """,
      .domain(domain), .text(record), .integer(limit)
    ) { (row) throws(SQLiteError) in try Change(kept: row, in: domain) }
  }
}
