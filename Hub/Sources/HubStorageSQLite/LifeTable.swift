import HubContracts
import HubCore
import ToolboxJSON
import ToolboxSQLite

/// The statements by which pages look back at records, each bound to one account.
struct LifeTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  func counts(_ transaction: borrowing Transaction) throws(SQLiteError) -> [RecordKind: Int] {
    var counts: [RecordKind: Int] = [:]
    try transaction.forEach(
      """
      SELECT domain, type, count(*) FROM record INDEXED BY record_by_time
      WHERE account = ? AND is_deleted = 0 GROUP BY domain, type
      """, key
    ) { (row) throws(SQLiteError) in
      guard let domain = Domain(number: row.integer(0)) else { throw row.damaged() }
      counts[RecordKind(domain, row.text(1))] = Int(row.integer(2))
      return true
    }
    return counts
  }

  func newestArrivals(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Domain: Int64] {
    var arrivals: [Domain: Int64] = [:]
    for domain in Domain.allCases {
      arrivals[domain] = try transaction.first(
        """
        SELECT recorded_ms FROM record WHERE account = ? AND domain = ?
        ORDER BY cursor DESC LIMIT 1
        """, key, .integer(domain.number)
      ) { $0.integer(0) }
    }
    return arrivals
  }

  func moments(
    in minutes: Range<Minute>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Moment] {
    // One text for each kind and not for each row.
    var kinds: [RecordKind] = []
    var moments: [Moment] = []
    try transaction.forEach(
      """
      SELECT occurred_minute, domain, type FROM record
      WHERE account = ? AND is_deleted = 0 AND occurred_minute >= ? AND occurred_minute < ?
      ORDER BY occurred_minute
      """, key, .integer(minutes.lowerBound.number), .integer(minutes.upperBound.number)
    ) { (row) throws(SQLiteError) in
      let number = row.integer(1)
      let kind: RecordKind
      if let known = kinds.first(where: { $0.domain.number == number && row.hasText(2, $0.type) }) {
        kind = known
      } else {
        guard let domain = Domain(number: number) else { throw row.damaged() }
        kind = RecordKind(domain, row.text(2))
        kinds.append(kind)
      }
      moments.append(Moment(Minute(number: row.integer(0)), kind))
      return true
    }
    return moments
  }

  func summaries(
    in domain: Domain, of days: ClosedRange<Day>, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Change] {
    try transaction.all(
      """
      SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
        origin, change, body FROM record
      WHERE account = ? AND domain = ? AND id >= ? AND id <= ? AND is_deleted = 0 ORDER BY id
      """,
      key, .integer(domain.number), .text(RecordID.summary(days.lowerBound).description),
      .text(RecordID.summary(days.upperBound).description), row: Change.init(row:))
  }

  func records(
    _ query: RecordQuery, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [Change] {
    try transaction.all(
      """
      SELECT domain, cursor, id, version, is_deleted, occurred_minute, modified_ms, recorded_ms,
        origin, change, body FROM record
      WHERE account = ? AND is_deleted = 0 AND occurred_minute >= ? AND occurred_minute < ?
        AND domain || '.' || type IN (SELECT value FROM json_each(?))
      ORDER BY occurred_minute DESC, domain, id LIMIT ? OFFSET ?
      """,
      key, .integer(query.minutes.lowerBound.number), .integer(query.minutes.upperBound.number),
      .text(Self.list(query.kinds)), .integer(query.limit), .integer(query.offset),
      row: Change.init(row:))
  }

  func count(
    _ query: RecordQuery, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    try transaction.first(
      """
      SELECT count(*) FROM record
      WHERE account = ? AND is_deleted = 0 AND occurred_minute >= ? AND occurred_minute < ?
        AND domain || '.' || type IN (SELECT value FROM json_each(?))
      """,
      key, .integer(query.minutes.lowerBound.number), .integer(query.minutes.upperBound.number),
      .text(Self.list(query.kinds))
    ) { Int($0.integer(0)) } ?? 0
  }

  /// Such as `["1.focusSession","2.foodEntry"]`.
  private static func list(_ kinds: [RecordKind]) -> String {
    let bytes = JSONWriter.write { json in
      json.array(kinds) { json, kind in json.string("\(kind.domain.number).\(kind.type)") }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
