import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: LifeStorage {
  public func counts(of account: AccountNumber) async throws(StorageError) -> [RecordKind: Int] {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).counts(transaction)
    }
  }

  public func newestArrivals(
    of account: AccountNumber
  ) async throws(StorageError) -> [Domain: Int64] {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).newestArrivals(transaction)
    }
  }

  public func moments(
    in minutes: Range<Minute>, of account: AccountNumber
  ) async throws(StorageError) -> [Moment] {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).moments(in: minutes, transaction)
    }
  }

  public func summaries(
    in domain: Domain, of days: ClosedRange<Day>, of account: AccountNumber
  ) async throws(StorageError) -> [Change] {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).summaries(in: domain, of: days, transaction)
    }
  }

  public func records(
    _ query: RecordQuery, of account: AccountNumber
  ) async throws(StorageError) -> [Change] {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).records(query, transaction)
    }
  }

  public func count(
    _ query: RecordQuery, of account: AccountNumber
  ) async throws(StorageError) -> Int {
    try await read { (transaction) throws(SQLiteError) in
      try LifeTable(account: account).count(query, transaction)
    }
  }
}
