import HubContracts
import HubCore
import ToolboxSQLite

/// The statements on records, each bound to one account.
///
/// The only code that names the tables of ``syncSchema``. No function on records is
/// without an account, so a caller cannot forget one.
struct SyncTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  // MARK: - Writing

  func push(
    _ mutations: [StampedMutation], to domain: Domain, from device: DeviceID,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [MutationAnswer] {
    var end = try feedEnd(of: domain, transaction)
    let before = end.cursor
    var answers: [MutationAnswer] = []
    answers.reserveCapacity(mutations.count)
    for stamped in mutations {
      answers.append(try store(stamped, in: domain, from: device, at: &end, transaction))
    }
    if end.cursor != before {
      try transaction.run(
        "INSERT OR REPLACE INTO feed(account, cursor) VALUES(?, ?)",
        key, .integer(end.cursor.number))
    }
    return answers
  }

  /// Where the account's feed ends, and what the numbers that it gives are above.
  private struct FeedEnd {
    var cursor = Cursor.start
    /// Versions of any record.
    var floor = Version.absent
    /// Versions of a record that is not held: it may have been purged.
    var floorOfAbsent = Version.absent
  }

  private func feedEnd(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> FeedEnd {
    // A version is never above the cursor at which it was given, so one number bounds both.
    try transaction.first(
      """
      SELECT e.floor, coalesce(f.cursor, 0), coalesce(h.cursor, 0) FROM hub_epoch e
      LEFT JOIN feed f ON f.account = ?1
      LEFT JOIN purge_horizon h ON h.account = ?1 AND h.domain = ?2
      """,
      key, .integer(domain.number)
    ) {
      FeedEnd(
        cursor: Cursor(max($0.integer(0), $0.integer(1))), floor: Version($0.integer(0)),
        floorOfAbsent: Version(max($0.integer(0), $0.integer(2))))
    } ?? FeedEnd()
  }

  private func store(
    _ stamped: StampedMutation, in domain: Domain, from device: DeviceID,
    at end: inout FeedEnd, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> MutationAnswer {
    let mutation = stamped.mutation
    let (kept, place) = try whatIsHeld(mutation, in: domain, transaction)
    let decision = PushRule.decide(
      base: mutation.base, digest: stamped.digest, kept: kept, current: place?.version ?? .absent,
      floor: place == nil ? end.floorOfAbsent : end.floor)
    switch decision {
    case .repeatAnswer(let version, let cursor):
      return .duplicate(version: version, cursor: cursor)
    case .refuseReusedKey: return .reusedKey
    case .conflict(let actual):
      return .conflict(
        actual: actual, current: try record(mutation.record, in: domain, transaction))
    case .store(let version):
      if place != nil, try changesFrozenContent(mutation, in: domain, transaction) {
        return .contentFrozen
      }
      end.cursor = end.cursor.next
      try write(
        stamped, in: domain, from: device, as: version, at: end.cursor, replacing: place,
        transaction)
      return .accepted(version: version, cursor: end.cursor)
    }
  }

  /// Looks the record up only where its domain freezes anything.
  private func changesFrozenContent(
    _ mutation: Mutation, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    guard mutation.operation == .upsert, ContractTable.freezesAny(in: domain),
      let current = try record(mutation.record, in: domain, transaction)
    else { return false }
    return PushRule.changesFrozenContent(of: current, to: mutation, in: domain)
  }

  private struct Place {
    var cursor: Cursor
    var version: Version
  }

  /// What stands under a mutation's key, and where its record is, in one statement.
  private func whatIsHeld(
    _ mutation: Mutation, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> (kept: PushRule.KeptAnswer?, place: Place?) {
    let found = try transaction.first(
      """
      SELECT k.digest, k.version, k.cursor, r.cursor, r.version
      FROM (SELECT ?1 AS account, ?2 AS domain, ?3 AS id, ?4 AS key) m
      LEFT JOIN mutation_key k ON k.account = m.account AND k.key = m.key
      LEFT JOIN record r ON r.account = m.account AND r.domain = m.domain AND r.id = m.id
      """,
      key, .integer(domain.number), .text(mutation.record.description), .blob(mutation.key.bytes)
    ) { row -> (PushRule.KeptAnswer?, Place?) in
      let kept = row.optionalBlob(0).map {
        PushRule.KeptAnswer(
          digest: $0, version: Version(row.integer(1)), cursor: Cursor(row.integer(2)))
      }
      let place = row.optionalInteger(3).map {
        Place(cursor: Cursor($0), version: Version(row.integer(4)))
      }
      return (kept, place)
    }
    return found ?? (nil, nil)
  }

  private func write(
    _ stamped: StampedMutation, in domain: Domain, from device: DeviceID, as version: Version,
    at cursor: Cursor, replacing place: Place?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    let mutation = stamped.mutation
    if let place {
      try transaction.run(
        "DELETE FROM record WHERE account = ? AND domain = ? AND cursor = ?",
        key, .integer(domain.number), .integer(place.cursor.number))
    }
    try transaction.run(
      """
      INSERT INTO record(account, domain, cursor, id, version, is_deleted, occurred_minute,
        modified_ms, recorded_ms, origin, change, body, type)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      key, .integer(domain.number), .integer(cursor.number), .text(mutation.record.description),
      .integer(version.number), .integer(mutation.operation == .delete ? 1 : 0),
      .integer(mutation.occurredAt.number), .integer(stamped.modifiedAt.milliseconds),
      .integer(stamped.recordedAtMilliseconds), .blob(device.bytes), .blob(stamped.change.bytes),
      .blob(mutation.body), .text(RecordBody.type(ofCanonical: mutation.body) ?? ""))
    try transaction.run(
      "INSERT INTO mutation_key(account, key, digest, version, cursor) VALUES(?, ?, ?, ?, ?)",
      key, .blob(mutation.key.bytes), .blob(stamped.digest), .integer(version.number),
      .integer(cursor.number))
  }

  /// Keeps a change that another Hub stored, as it is; of two of one record the later.
  func add(_ change: Change, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      """
      INSERT OR REPLACE INTO record(account, domain, cursor, id, version, is_deleted,
        occurred_minute, modified_ms, recorded_ms, origin, change, body, type)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      key, .integer(change.domain.number), .integer(change.cursor.number),
      .text(change.record.description), .integer(change.version.number),
      .integer(change.operation == .delete ? 1 : 0), .integer(change.occurredAt.number),
      .integer(change.modifiedAt.milliseconds), .integer(change.recordedAtMilliseconds),
      .blob(change.origin.bytes), .blob(change.id.bytes), .blob(change.body),
      .text(RecordBody.type(ofCanonical: change.body) ?? ""))
  }

  /// Says where the account's feed ends.
  func setEnd(_ cursor: Cursor, _ transaction: borrowing Transaction) throws(SQLiteError) {
    try transaction.run(
      "INSERT OR REPLACE INTO feed(account, cursor) VALUES(?, ?)", key, .integer(cursor.number))
  }

  // MARK: - Reading

  /// The cursor of the newest change of a domain; the start where it has none.
  func head(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Cursor {
    try transaction.first(
      "SELECT max(cursor) FROM record WHERE account = ? AND domain = ?",
      key, .integer(domain.number)
    ) { Cursor($0.optionalInteger(0) ?? 0) } ?? .start
  }

  func record(
    _ id: RecordID, in domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Change? {
    try transaction.first(
      """
      SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
        origin, change, body FROM record WHERE account = ? AND domain = ? AND id = ?
      """,
      key, .integer(domain.number), .text(id.description), row: Change.init(row:))
  }

  func pull(
    _ domain: Domain, after cursor: Cursor, isWhole: Bool, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> PullAnswer {
    let horizon = try horizon(of: domain, transaction)
    guard isWhole || cursor == .start || cursor >= horizon else { return .cursorExpired }
    var changes: [Change] = []
    changes.reserveCapacity(SyncLimits.changesPerPageMax)
    var bytes = 0
    var hasMore = false
    try transaction.forEach(
      """
      SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
        origin, change, body FROM record
      WHERE account = ? AND domain = ? AND cursor > ? ORDER BY cursor LIMIT ?
      """,
      key, .integer(domain.number), .integer(cursor.number),
      .integer(SyncLimits.changesPerPageMax + 1)
    ) { (row) throws(SQLiteError) in
      let change = try Change(row: row)
      bytes += change.body.count + Change.envelopeBytesMax
      hasMore =
        changes.count == SyncLimits.changesPerPageMax
        || (!changes.isEmpty && bytes > SyncLimits.pageBytesMax)
      if !hasMore { changes.append(change) }
      return !hasMore
    }
    let last = changes.last?.cursor ?? cursor
    return .page(
      PullPage(
        changes: changes, cursor: hasMore ? last : max(last, horizon), hasMore: hasMore,
        epoch: try Self.epoch(transaction)))
  }

  /// The newest place of a tombstone that is forgotten.
  private func horizon(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Cursor {
    try transaction.first(
      "SELECT cursor FROM purge_horizon WHERE account = ? AND domain = ?",
      key, .integer(domain.number)
    ) { Cursor($0.integer(0)) } ?? .start
  }

  func timeline(
    _ minutes: Range<Int64>, limit: Int, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Change] {
    try transaction.all(
      """
      SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
        origin, change, body FROM record
      WHERE account = ? AND is_deleted = 0 AND occurred_minute >= ? AND occurred_minute < ?
      ORDER BY occurred_minute, id LIMIT ?
      """,
      key, .integer(minutes.lowerBound), .integer(minutes.upperBound), .integer(limit),
      row: Change.init(row:))
  }

  static func epoch(_ transaction: borrowing Transaction) throws(SQLiteError) -> Epoch {
    Epoch(try transaction.first("SELECT epoch FROM hub_epoch") { $0.integer(0) } ?? 1)
  }
}

extension Change {
  /// Bytes that a change takes on the wire at most, beside its body and the record's id.
  fileprivate static let envelopeBytesMax = 480

  /// Reads the columns in the order that every query of records selects them.
  init(row: borrowing Row) throws(SQLiteError) {
    guard let domain = Domain(number: row.integer(0)), let record = RecordID(row.text(2)),
      let origin = DeviceID(bytes: row.blob(8)), let change = ChangeID(bytes: row.blob(9))
    else { throw row.damaged() }
    self.init(
      cursor: Cursor(row.integer(1)), id: change, domain: domain, record: record,
      operation: row.integer(4) == 1 ? .delete : .upsert, version: Version(row.integer(3)),
      occurredAt: Minute(number: row.integer(5)), modifiedAt: Stamp(milliseconds: row.integer(6)),
      recordedAtMilliseconds: row.integer(7), origin: origin, body: row.blob(10))
  }
}
