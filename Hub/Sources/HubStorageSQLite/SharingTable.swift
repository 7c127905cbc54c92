import HubContracts
import HubCore
import ToolboxSQLite

/// The table of what sessions may do beyond their own domains; a row goes with its session.
let sharingSchema = Schema(
  component: "hub.sharing",
  steps: [
    """
    CREATE TABLE sharing_grant(
      account INTEGER NOT NULL, session BLOB NOT NULL, scope TEXT NOT NULL,
      PRIMARY KEY(account, session, scope),
      FOREIGN KEY(account, session) REFERENCES device_session(account, id) ON DELETE CASCADE)
      STRICT, WITHOUT ROWID;
    """
  ])

/// The statements on grants, each bound to one account.
struct SharingTable {
  let account: AccountNumber

  private var key: SQLiteValue { .integer(account.value) }

  /// A scope that another version of the Hub granted and this one does not know opens nothing here.
  func scopes(
    of session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Set<SharingScope> {
    Set(
      try transaction.all(
        "SELECT scope FROM sharing_grant WHERE account = ? AND session = ?", key,
        .blob(session.bytes)
      ) { $0.text(0) }.compactMap(SharingScope.init))
  }

  func scopes(
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> [SessionID: Set<SharingScope>] {
    var scopes: [SessionID: Set<SharingScope>] = [:]
    try transaction.forEach("SELECT session, scope FROM sharing_grant WHERE account = ?", key) {
      (row) throws(SQLiteError) in
      guard let session = SessionID(bytes: row.blob(0)) else { throw row.damaged() }
      if let scope = SharingScope(row.text(1)) { scopes[session, default: []].insert(scope) }
      return true
    }
    return scopes
  }

  func holds(
    _ scope: SharingScope, _ session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) -> Bool {
    try transaction.first(
      "SELECT 1 FROM sharing_grant WHERE account = ? AND session = ? AND scope = ?", key,
      .blob(session.bytes), .text(scope.description)
    ) { $0.integer(0) } != nil
  }

  func add(
    _ scope: SharingScope, to session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "INSERT INTO sharing_grant(account, session, scope) VALUES(?, ?, ?)", key,
      .blob(session.bytes), .text(scope.description))
  }

  func remove(
    _ scope: SharingScope, from session: SessionID, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try transaction.run(
      "DELETE FROM sharing_grant WHERE account = ? AND session = ? AND scope = ?", key,
      .blob(session.bytes), .text(scope.description))
  }
}

extension HubDatabase: SharingStorage {
  public func sharing(
    of account: AccountNumber
  ) async throws(StorageError) -> [SessionID: Set<SharingScope>] {
    try await read { (transaction) throws(SQLiteError) in
      try SharingTable(account: account).scopes(transaction)
    }
  }

  public func setSharing(
    _ scopes: Set<SharingScope>, of device: SessionID, by session: ActingSession,
    noting event: @escaping @Sendable (SharingScope, _ isGranted: Bool) -> SecurityEvent
  ) async throws(StorageError) -> SharingAnswer {
    try await write { (transaction) throws(SQLiteError) in
      let account = session.account
      guard try DeviceSessionTable.session(device, of: account, transaction) != nil else {
        return .unknown
      }
      let table = SharingTable(account: account)
      let held = try table.scopes(of: device, transaction)
      let mayGrant = try WebSessionTable.isFresh(session, transaction)
      guard mayGrant || scopes.isSubset(of: held) else { return .needsVerification }
      for scope in held.subtracting(scopes).sorted(by: { $0.description < $1.description }) {
        try table.remove(scope, from: device, transaction)
        try self.note(event(scope, false), of: account, transaction)
      }
      for scope in scopes.subtracting(held).sorted(by: { $0.description < $1.description }) {
        try table.add(scope, to: device, transaction)
        try self.note(event(scope, true), of: account, transaction)
      }
      return .done
    }
  }

  public func sharedSummaries(
    for session: SessionID, of days: ClosedRange<Day>, _ account: AccountNumber
  ) async throws(StorageError) -> (domains: [Domain], changes: [Change]) {
    try await read { (transaction) throws(SQLiteError) in
      let held = try SharingTable(account: account).scopes(of: session, transaction)
      let domains = Domain.allCases.filter { held.contains(.readSummaries($0)) }
      var changes: [Change] = []
      for domain in domains {
        changes += try LifeTable(account: account).summaries(in: domain, of: days, transaction)
      }
      return (domains, changes)
    }
  }
}
