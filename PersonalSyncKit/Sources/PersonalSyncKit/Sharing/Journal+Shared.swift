import HubContracts
import ToolboxSQLite

/// What other apps said of their days, when the Hub was last asked.
public struct KeptSharedDays: Sendable, Equatable {
  public let shared: SharedDays
  /// When the Hub said so, milliseconds since 1970 UTC by this device's clock; for people only.
  ///
  /// What was the same again within ``KeptSharedDays/freshMilliseconds`` keeps its time.
  public let readAtMilliseconds: Int64

  /// How old an equal answer may be before its time is written anew, so that a store which nobody touches
  /// is not written at each pass.
  public static let freshMilliseconds: Int64 = 300_000

  /// In the order of the domains; a domain that said nothing of the day is absent.
  public func days(on day: Day) -> [SharedDay] { shared.days.filter { $0.day == day } }
}

extension Journal {
  /// What the person shares with this store, as the Hub last said it; asks nobody.
  ///
  /// Nil where nothing was read in the session of now, and so after it has ended.
  public func sharedDays(
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> KeptSharedDays? {
    try inJournal { () throws(SQLiteError) in
      let kept = try transaction.first(
        """
        SELECT read_ms, domains FROM sync_shared
        WHERE generation = (SELECT generation FROM sync_session WHERE account IS NOT NULL)
        """
      ) { ($0.integer(0), $0.text(1)) }
      guard let (readAt, domains) = kept else { return nil }
      let days = try transaction.all(
        "SELECT domain, day, facts, recorded_ms FROM sync_shared_day ORDER BY domain, day"
      ) { (row) throws(SQLiteError) -> SharedDay? in
        guard let domain = Domain(number: row.integer(0)) else { throw row.damaged() }
        // What an older program kept may break the contract that this one knows.
        return SharedDay(
          domain, Day(number: row.integer(1)), facts: row.blob(2),
          recordedAtMilliseconds: row.integer(3))
      }
      return KeptSharedDays(
        shared: SharedDays(
          domains.split(separator: " ").compactMap { Domain(rawValue: String($0)) },
          days.compactMap { $0 }), readAtMilliseconds: readAt)
    }
  }

  /// Keeps an answer of the Hub's in place of the one before.
  func keep(
    _ shared: SharedDays, nowMilliseconds now: Int64, _ transaction: borrowing Transaction
  ) throws(JournalError) {
    let generation = try session(transaction).generation
    try forgetSharedDays(transaction)
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO sync_shared(one, generation, read_ms, domains) VALUES(1, ?, ?, ?)",
        .integer(generation), .integer(now),
        .text(shared.domains.map(\.rawValue).joined(separator: " ")))
      for day in shared.days {
        try transaction.run(
          """
          INSERT OR REPLACE INTO sync_shared_day(domain, day, facts, recorded_ms)
          VALUES(?, ?, ?, ?)
          """,
          .domain(day.domain), .integer(day.day.number), .blob(day.facts),
          .integer(day.recordedAtMilliseconds))
      }
    }
  }

  /// Leaves nothing of other apps in this store.
  func forgetSharedDays(_ transaction: borrowing Transaction) throws(JournalError) {
    try inJournal { () throws(SQLiteError) in
      try transaction.run("DELETE FROM sync_shared")
      try transaction.run("DELETE FROM sync_shared_day")
    }
  }
}
