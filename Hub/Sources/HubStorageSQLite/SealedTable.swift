import HubContracts
import HubCore
import ToolboxSQLite

/// The table of the directories of sealed details; rows are only added, and go with their account.
let sealedSchema = Schema(
  component: "hub.sealed",
  steps: [
    """
    CREATE TABLE sealed_entry(
      account INTEGER NOT NULL REFERENCES account(number) ON DELETE CASCADE,
      domain INTEGER NOT NULL, position INTEGER NOT NULL CHECK(position >= 0),
      entry TEXT NOT NULL, PRIMARY KEY(account, domain, position)) STRICT, WITHOUT ROWID;
    """
  ])

/// The statements on directories, each bound to one account.
struct SealedTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  func entries(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [String] {
    try transaction.all(
      "SELECT entry FROM sealed_entry WHERE account = ? AND domain = ? ORDER BY position", key,
      .integer(domain.number)
    ) { $0.text(0) }
  }

  func domains(_ transaction: borrowing Transaction) throws(SQLiteError) -> [Domain] {
    try transaction.all(
      "SELECT domain FROM sealed_entry WHERE account = ? AND position = 0 ORDER BY domain", key
    ) { (row) throws(SQLiteError) in
      guard let domain = Domain(number: row.integer(0)) else { throw row.damaged() }
      return domain
    }
  }

  func size(
    of domain: Domain, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Int {
    try transaction.first(
      "SELECT count(*) FROM sealed_entry WHERE account = ? AND domain = ?", key,
      .integer(domain.number)
    ) { Int($0.integer(0)) } ?? 0
  }

  func add(
    _ entry: SealedDirectoryAppend, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT INTO sealed_entry(account, domain, position, entry) VALUES(?, ?, ?, ?)", key,
      .integer(entry.domain.number), .integer(entry.index), .text(entry.entry))
  }
}

extension HubDatabase: SealedStorage {
  public func sealedDirectory(
    of domain: Domain, _ account: AccountNumber
  ) async throws(StorageError) -> SealedDirectoryPage {
    try await read { (transaction) throws(SQLiteError) in
      SealedDirectoryPage(
        entries: try SealedTable(account: account).entries(of: domain, transaction))
    }
  }

  public func sealedDomains(
    of account: AccountNumber
  ) async throws(StorageError) -> [Domain] {
    try await read { (transaction) throws(SQLiteError) in
      try SealedTable(account: account).domains(transaction)
    }
  }

  public func append(
    _ entry: SealedDirectoryAppend, of account: AccountNumber
  ) async throws(StorageError) -> SealedDirectoryAnswer {
    try await write { (transaction) throws(SQLiteError) in
      let table = SealedTable(account: account)
      let size = try table.size(of: entry.domain, transaction)
      guard size == entry.index else {
        return SealedDirectoryAnswer(isAppended: false, size: size)
      }
      try table.add(entry, transaction)
      return SealedDirectoryAnswer(isAppended: true, size: size + 1)
    }
  }
}
