import HubContracts
import HubCore
import ToolboxSQLite

extension HubDatabase: AuditStorage {
  public func auditStanding(
    of account: AccountNumber
  ) async throws(StorageError) -> AuditStanding {
    try await read { (transaction) throws(SQLiteError) in
      let table = AuditTable(account: account)
      let checkpoint = try table.checkpoint(transaction)
      return AuditStanding(
        head: try table.head(transaction), checkpoint: checkpoint,
        linkAtCheckpoint: try checkpoint.flatMap { (kept) throws(SQLiteError) in
          try table.link(at: kept.size, transaction)
        })
    }
  }

  public func keep(
    checkpoint: StoredCheckpoint, of account: AccountNumber
  ) async throws(StorageError) -> StoredCheckpoint {
    try await write { (transaction) throws(SQLiteError) in
      let table = AuditTable(account: account)
      if let kept = try table.checkpoint(transaction), kept.size >= checkpoint.size { return kept }
      try table.keep(checkpoint, transaction)
      return checkpoint
    }
  }

  public func auditCommitments(
    after number: Int64, upTo last: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [[UInt8]] {
    try await read { (transaction) throws(SQLiteError) in
      try AuditTable(account: account).commitments(
        after: number, upTo: last, limit: limit, transaction)
    }
  }

  public func auditRows(
    after number: Int64, upTo last: Int64, limit: Int, of account: AccountNumber
  ) async throws(StorageError) -> [AuditRow] {
    try await read { (transaction) throws(SQLiteError) in
      try AuditTable(account: account).rows(after: number, upTo: last, limit: limit, transaction)
    }
  }

  public func auditEvents(
    of account: AccountNumber, countMax: Int
  ) async throws(StorageError) -> [AuditEvent] {
    try await read { (transaction) throws(SQLiteError) in
      try AuditTable(account: account).newest(countMax, transaction)
    }
  }

  public func note(
    _ testimony: AuditTestimony, of account: AccountNumber
  ) async throws(StorageError) {
    try await write { (transaction) throws(SQLiteError) in
      try AuditTable(account: account).note(testimony, transaction)
    }
  }

  public func auditWitnesses(
    of account: AccountNumber
  ) async throws(StorageError) -> [AuditWitness] {
    try await read { (transaction) throws(SQLiteError) in
      try AuditTable(account: account).witnesses(transaction)
    }
  }

  public func eraseAuditContents(
    dueBefore now: Int64, limit: Int
  ) async throws(StorageError) -> Int {
    try await pool.write(.background) { (transaction) throws(StorageError) in
      do throws(SQLiteError) {
        let due = try AuditTable.due(before: now, limit: limit, transaction)
        for (account, number) in due {
          try AuditTable(account: account).erase(number, transaction)
        }
        return due.count
      } catch { throw StorageError(sqlite: error) }
    }
  }

  public func verifyAudit(
    of account: AccountNumber, against checkpoints: [AuditCheckpoint]
  ) async throws(StorageError) -> AuditReport {
    try await read { (transaction) throws(SQLiteError) in
      let table = AuditTable(account: account)
      var verifier = AuditVerifier(against: checkpoints)
      try table.forEachRow(transaction) { verifier.take($0) }
      return verifier.finish(head: try table.head(transaction))
    }
  }
}
