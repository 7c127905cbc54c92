import HubContracts
import HubCore
import ToolboxCrypto
import ToolboxSQLite

extension HubDatabase {
  /// Adds an event to an account's audit chain, to be called in the transaction that makes the change:
  /// neither is stored without the other (LOG-01).
  func audit(
    _ event: AuditEvent, of account: AccountNumber, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    try AuditTable(account: account).append(
      event, salt: random.bytes(AuditChain.saltBytes), transaction)
  }

  /// Notes what happened around who gets in; no account means: of a name that nobody has.
  ///
  /// What a stranger can cause again and again is counted, and is in the chain once in an hour.
  func note(
    _ event: SecurityEvent, of account: AccountNumber?, _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    guard let account else {
      try SecurityEventTable.note(event, of: nil, transaction)
      return
    }
    if event.isCounted {
      let isCountedAlready = try SecurityEventTable.isCountedAlready(
        event, of: account, transaction)
      try SecurityEventTable.note(event, of: account, transaction)
      if isCountedAlready { return }
    }
    try audit(.security(event), of: account, transaction)
  }
}

extension HubDatabase {
  /// Says in each account's chain that a copy of the whole Hub is begun; a Hub may run on the file.
  ///
  /// Nothing is changed in a file of a Hub before there were chains: who backs up before an upgrade
  /// does not upgrade by it.
  public static func noteBackup(
    path: String, at now: Int64, random: any RandomBytes = SystemRandom()
  ) throws(SQLiteError) {
    try Database(path: path).write { (transaction) throws(SQLiteError) in
      let hasChains = try transaction.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'audit_entry'"
      ) { $0.integer(0) }
      guard hasChains != nil else { return }
      for listed in try AccountTable.all(transaction) {
        try AuditTable(account: listed.account.number).append(
          .keeping(KeepingEvent(.backedUp, atMilliseconds: now)),
          salt: random.bytes(AuditChain.saltBytes), transaction)
      }
    }
  }
}

extension AuditTable {
  /// Puts the events that an older Hub kept in a list of their own into the chains, once; a file with
  /// none is only read.
  static func adoptSecurityEvents(
    in database: Database, random: any RandomBytes
  ) throws(SQLiteError) {
    let isOld = try database.read { (transaction) throws(SQLiteError) in
      try SecurityEventTable.hasUncounted(transaction)
    }
    guard isOld else { return }
    try database.write { (transaction) throws(SQLiteError) in
      for (account, event) in try SecurityEventTable.takeUncounted(transaction) {
        try AuditTable(account: account).append(
          .security(event), salt: random.bytes(AuditChain.saltBytes), transaction)
      }
    }
  }

  /// Says in each account's chain that it was put back to what it is now.
  static func restoreAll(
    into epoch: Epoch, at now: Int64, random: any RandomBytes,
    _ transaction: borrowing Transaction
  ) throws(SQLiteError) {
    for listed in try AccountTable.all(transaction) {
      try AuditTable(account: listed.account.number).restored(
        into: epoch, at: now, salt: random.bytes(AuditChain.saltBytes), transaction)
    }
  }
}
