import HubContracts
import ToolboxCrypto
import ToolboxSQLite

/// What came of an attempt to bind a store.
enum BindingOutcome: Sendable { case bound, differentAccount, approvalRequired, sessionChanged }

/// Whether a grant may act on the store right now.
enum GrantStanding: Sendable { case good, unowned, differentAccount, sessionChanged }

extension Journal {
  /// Who owns the store; nil until the person approved an account.
  public func owner(_ transaction: borrowing Transaction) throws(JournalError) -> StoreOwner? {
    try inJournal { () throws(SQLiteError) in
      try transaction.first("SELECT hub, hub_key, account FROM sync_owner") {
        (row) throws(SQLiteError) in
        guard let hub = HubID(bytes: row.blob(0)), let key = VerifyingKey(bytes: row.blob(1)),
          let account = AccountID(bytes: row.blob(2))
        else { throw row.damaged() }
        return StoreOwner(hub: hub, hubKey: key, account: account)
      }
    }
  }

  /// Makes `account` the owner, once and for ever; what waits in the outbox becomes the owner's.
  ///
  /// Compare-and-set inside one transaction: of two processes that race, one wins and the other finds
  /// the store bound alike or is refused. Changes nothing unless it answers `bound`.
  func bind(
    _ account: PersonalSyncAccount, adoptingUnownedData isAdopting: Bool, nowMilliseconds: Int64,
    _ transaction: borrowing Transaction
  ) throws(JournalError) -> BindingOutcome {
    if let owner = try owner(transaction) {
      return owner.isSame(as: account) ? .bound : .differentAccount
    }
    guard try session(transaction).generation == account.generation else { return .sessionChanged }
    let waiting = try pendingMutationCount(transaction)
    guard isAdopting || waiting == 0 else { return .approvalRequired }
    try inJournal { () throws(SQLiteError) in
      try transaction.run(
        "INSERT INTO sync_owner(one, hub, hub_key, account, bound_ms) VALUES(1, ?, ?, ?, ?)",
        .blob(account.hub.bytes), .blob(account.hubKey.bytes), .blob(account.account.bytes),
        .integer(nowMilliseconds))
    }
    return .bound
  }

  /// Compares a grant with the owner and with the session of now, in the caller's transaction.
  func standing(
    of grant: PersonalSyncAccount, _ transaction: borrowing Transaction
  ) throws(JournalError) -> GrantStanding {
    guard let owner = try owner(transaction) else { return .unowned }
    guard owner.isSame(as: grant) else { return .differentAccount }
    let session = try session(transaction)
    return session.generation == grant.generation && session.account != nil
      ? .good : .sessionChanged
  }
}
