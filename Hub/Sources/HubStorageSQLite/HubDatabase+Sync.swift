import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: SyncStorage {
  public func push(
    _ mutations: [StampedMutation], to domain: Domain, from device: DeviceID,
    of account: AccountNumber
  ) async throws(StorageError) -> [MutationAnswer] {
    try await pool.write { (transaction) throws(StorageError) in
      do throws(SQLiteError) {
        return try SyncTable(account: account).push(
          mutations, to: domain, from: device, transaction)
      } catch { throw StorageError(sqlite: error) }
    }
  }

  public func pull(
    _ domain: Domain, after cursor: Cursor, isWhole: Bool, of account: AccountNumber
  ) async throws(StorageError) -> PullAnswer {
    try await read { (transaction) throws(SQLiteError) in
      try SyncTable(account: account).pull(domain, after: cursor, isWhole: isWhole, transaction)
    }
  }

  public func purgeTombstones(
    storedBefore milliseconds: Int64, limit: Int
  ) async throws(StorageError) -> Int {
    try await pool.write(.background) { (transaction) throws(StorageError) in
      do throws(SQLiteError) {
        return try TombstonePurge.run(storedBefore: milliseconds, limit: limit, transaction)
      } catch { throw StorageError(sqlite: error) }
    }
  }

  public func heads(
    _ domains: [Domain], of account: AccountNumber
  ) async throws(StorageError) -> [FeedHead] {
    let epoch = epoch
    return try await read { (transaction) throws(SQLiteError) in
      let table = SyncTable(account: account)
      var heads: [FeedHead] = []
      for domain in domains {
        let cursor = try table.head(of: domain, transaction)
        heads.append(FeedHead(domain: domain, cursor: cursor, epoch: epoch))
      }
      return heads
    }
  }

  public func record(
    _ id: RecordID, in domain: Domain, of account: AccountNumber
  ) async throws(StorageError) -> Change? {
    try await read { (transaction) throws(SQLiteError) in
      try SyncTable(account: account).record(id, in: domain, transaction)
    }
  }

  public func timeline(
    _ minutes: Range<Int64>, of account: AccountNumber, limit: Int
  ) async throws(StorageError) -> [Change] {
    try await read { (transaction) throws(SQLiteError) in
      try SyncTable(account: account).timeline(minutes, limit: limit, transaction)
    }
  }

  /// Runs `body` on a reader and says failures in the Hub's words.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(SQLiteError) -> Result
  ) async throws(StorageError) -> Result {
    do throws(SQLiteError) { return try await pool.read(body) } catch {
      throw StorageError(sqlite: error)
    }
  }
}
