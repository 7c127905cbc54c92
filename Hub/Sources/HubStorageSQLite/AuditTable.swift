import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on one account's audit chain.
struct AuditTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  // MARK: - Writing

  /// Adds an event to the end of the chain, in the transaction that makes the change (LOG-01).
  ///
  /// - Precondition: `salt` is fresh and random, ``AuditChain/saltBytes`` long.
  func append(
    _ event: AuditEvent, salt: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let content = event.json
    let head = try head(transaction)
    let number = (head?.size ?? 0) + 1
    let commitment = AuditLink.commitment(salt: salt, content: content)
    let link = AuditLink.link(
      after: head?.link ?? AuditChain.start, number: number, commitment: commitment)
    try transaction.run(
      """
      INSERT INTO audit_entry(account, number, commitment, link, is_erased) VALUES(?, ?, ?, ?, 0)
      """, key, .integer(number), .blob(commitment), .blob(link))
    try keep(
      AuditRow.Content(salt: salt, bytes: content), of: number, for: event, transaction)
    try setHead(size: number, link: link, transaction)
    if head == nil { try begin(try SyncTable.epoch(transaction), from: 0, transaction) }
  }

  /// Keeps the content of an entry for as long as its event is kept.
  private func keep(
    _ content: AuditRow.Content, of number: Int64, for event: AuditEvent,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let (keptUntil, isOver) = event.atMilliseconds.addingReportingOverflow(event.keptMilliseconds)
    try transaction.run(
      """
      INSERT INTO audit_content(account, number, subject, kept_until_ms, salt, content)
      VALUES(?, ?, ?, ?, ?, ?)
      """,
      key, .integer(number), .integer(event.subject.rawValue),
      .integer(isOver ? Int64.max : keptUntil), .blob(content.salt), .blob(content.bytes))
  }

  private func setHead(
    size: Int64, link: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO audit_head(account, size, link) VALUES(?, ?, ?)
      ON CONFLICT(account) DO UPDATE SET size = excluded.size, link = excluded.link
      """, key, .integer(size), .blob(link))
  }

  /// Says where in the chain an epoch of this Hub begins.
  func begin(
    _ epoch: Epoch, from size: Int64, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO audit_epoch(account, epoch, from_size) VALUES(?, ?, ?)",
      key, .integer(epoch.number), .integer(size))
  }

  // MARK: - Reading

  /// The chain's end; nil where nothing ever happened to the account.
  func head(_ transaction: borrowing Transaction) throws(SQLiteError) -> AuditHead? {
    let epochs = try transaction.all(
      "SELECT epoch, from_size FROM audit_epoch WHERE account = ? ORDER BY epoch", key
    ) { AuditEpoch(Epoch($0.integer(0)), from: $0.integer(1)) }
    return try transaction.first("SELECT size, link FROM audit_head WHERE account = ?", key) {
      (row) throws(SQLiteError) in
      guard let epochs = AuditEpochs(epochs) else { throw row.damaged() }
      return AuditHead(size: row.integer(0), link: row.blob(1), epochs: epochs)
    }
  }

  /// The newest events whose content is still there, the newest first.
  func newest(
    _ countMax: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [AuditEvent] {
    try transaction.all(
      """
      SELECT content FROM audit_content WHERE account = ? ORDER BY number DESC LIMIT ?
      """, key, .integer(countMax)
    ) { AuditEvent(json: $0.blob(0)) }.compactMap(\.self)
  }

  /// The newest about one subject, the newest first.
  func newest(
    _ countMax: Int, about subject: AuditEvent.Subject, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [AuditEvent] {
    try transaction.all(
      """
      SELECT content FROM audit_content WHERE account = ? AND subject = ?
      ORDER BY number DESC LIMIT ?
      """, key, .integer(subject.rawValue), .integer(countMax)
    ) { AuditEvent(json: $0.blob(0)) }.compactMap(\.self)
  }

  func checkpoint(_ transaction: borrowing Transaction) throws(SQLiteError) -> StoredCheckpoint? {
    try transaction.first(
      "SELECT size, made_ms, note FROM audit_checkpoint WHERE account = ?", key
    ) {
      StoredCheckpoint(
        size: $0.integer(0), madeAtMilliseconds: $0.integer(1), note: Array($0.text(2).utf8))
    }
  }

  /// The link of an entry; nil where there is none.
  func link(at number: Int64, _ transaction: borrowing Transaction) throws(SQLiteError) -> [UInt8]?
  {
    try transaction.first(
      "SELECT link FROM audit_entry WHERE account = ? AND number = ?", key, .integer(number)
    ) { $0.blob(0) }
  }

  func commitments(
    after number: Int64, upTo last: Int64, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [[UInt8]] {
    try transaction.all(
      """
      SELECT commitment FROM audit_entry WHERE account = ? AND number > ? AND number <= ?
      ORDER BY number LIMIT ?
      """, key, .integer(number), .integer(last), .integer(limit)
    ) { $0.blob(0) }
  }

  /// Every row of the chain, in order.
  func forEachRow(
    _ transaction: borrowing Transaction, _ body: (AuditRow) -> Void
  ) throws(SQLiteError) {
    try transaction.forEach(
      """
      SELECT e.number, e.commitment, e.link, e.is_erased, c.salt, c.content FROM audit_entry e
      LEFT JOIN audit_content c ON c.account = e.account AND c.number = e.number
      WHERE e.account = ? ORDER BY e.number
      """, key
    ) { (row) throws(SQLiteError) in
      body(AuditRow(row: row))
      return true
    }
  }

  func rows(
    after number: Int64, upTo last: Int64, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [AuditRow] {
    try transaction.all(
      """
      SELECT e.number, e.commitment, e.link, e.is_erased, c.salt, c.content FROM audit_entry e
      LEFT JOIN audit_content c ON c.account = e.account AND c.number = e.number
      WHERE e.account = ? AND e.number > ? AND e.number <= ? ORDER BY e.number LIMIT ?
      """, key, .integer(number), .integer(last), .integer(limit)
    ) { AuditRow(row: $0) }
  }

  /// Adds a row of another Hub's chain of this account; its number is one more than the last, and its
  /// content is an event that this Hub knows, from which follows how long it is kept.
  func take(_ row: AuditRow, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO audit_entry(account, number, commitment, link, is_erased) VALUES(?, ?, ?, ?, ?)
      """,
      key, .integer(row.number), .blob(row.commitment), .blob(row.link),
      .integer(row.content == nil ? 1 : 0))
    if let content = row.content {
      guard let event = AuditEvent(json: content.bytes) else {
        preconditionFailure("what is taken from another Hub is read before")
      }
      try keep(content, of: row.number, for: event, transaction)
    }
    try setHead(size: row.number, link: row.link, transaction)
  }

  // MARK: - Checkpoints and witnesses

  func keep(
    _ checkpoint: StoredCheckpoint, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO audit_checkpoint(account, size, made_ms, note) VALUES(?, ?, ?, ?)",
      key, .integer(checkpoint.size), .integer(checkpoint.madeAtMilliseconds),
      .text(String(decoding: checkpoint.note, as: UTF8.self)))
  }

  func note(
    _ testimony: AuditTestimony, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let link = try link(at: testimony.size, transaction)
    try transaction.run(
      """
      INSERT OR REPLACE INTO audit_witness(account, session, size, at_ms, agrees)
      VALUES(?, ?, ?, ?, ?)
      """,
      key, .blob(testimony.session.bytes), .integer(testimony.size),
      .integer(testimony.atMilliseconds), .integer(link == testimony.link ? 1 : 0))
  }

  func witnesses(_ transaction: borrowing Transaction) throws(SQLiteError) -> [AuditWitness] {
    try transaction.all(
      """
      SELECT w.session, s.name, s.client, w.size, w.at_ms, w.agrees FROM audit_witness w
      JOIN device_session s ON s.account = w.account AND s.id = w.session
      WHERE w.account = ? ORDER BY w.at_ms DESC
      """, key
    ) { (row) throws(SQLiteError) in
      guard let session = SessionID(bytes: row.blob(0)) else { throw row.damaged() }
      return AuditWitness(
        session: session, deviceName: row.text(1), client: row.text(2), size: row.integer(3),
        atMilliseconds: row.integer(4), agrees: row.integer(5) == 1)
    }
  }

  // MARK: - Retention and restore

  /// Entries of any account whose content may be erased, the longest due first; nothing of an event
  /// leaves this.
  static func due(
    before now: Int64, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [(AccountNumber, Int64)] {
    try transaction.all(
      """
      SELECT account, number FROM audit_content WHERE kept_until_ms <= ?
      ORDER BY kept_until_ms LIMIT ?
      """, .integer(now), .integer(limit)
    ) { (AccountNumber($0.integer(0)), $0.integer(1)) }
  }

  /// Erases the salt and the content of an entry; its commitment then says nothing about the event.
  func erase(_ number: Int64, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM audit_content WHERE account = ? AND number = ?", key, .integer(number))
    try transaction.run(
      "UPDATE audit_entry SET is_erased = 1 WHERE account = ? AND number = ?",
      key, .integer(number))
  }

  /// Says in the chain itself that it was put back to what it is now (LOG-07).
  func restored(
    into epoch: Epoch, at now: Int64, salt: [UInt8], _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let size = try head(transaction)?.size ?? 0
    try transaction.run("DELETE FROM audit_checkpoint WHERE account = ?", key)
    try append(
      .keeping(KeepingEvent(.restored, atMilliseconds: now, epoch: epoch)), salt: salt,
      transaction)
    try begin(epoch, from: size, transaction)
  }

  /// Removes the chain of an account that is deleted; its last link stays.
  func close(at now: Int64, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT INTO audit_root(account, size, link, at_ms)
      SELECT account, size, link, ?2 FROM audit_head WHERE account = ?1
      """, key, .integer(now))
    try transaction.run("DELETE FROM audit_content WHERE account = ?", key)
    try transaction.run("DELETE FROM audit_entry WHERE account = ?", key)
    try transaction.run("DELETE FROM audit_checkpoint WHERE account = ?", key)
    try transaction.run("DELETE FROM audit_witness WHERE account = ?", key)
    try transaction.run("DELETE FROM audit_epoch WHERE account = ?", key)
    try transaction.run("DELETE FROM audit_head WHERE account = ?", key)
  }
}

extension AuditRow {
  /// Reads number, commitment, link, whether it is erased, salt and content, in this order.
  fileprivate init(row: borrowing Row) {
    let content = row.optionalBlob(4).map { Content(salt: $0, bytes: row.blob(5)) }
    self.init(
      number: row.integer(0), commitment: row.blob(1), link: row.blob(2),
      isErased: row.integer(3) == 1, content: content)
  }
}
