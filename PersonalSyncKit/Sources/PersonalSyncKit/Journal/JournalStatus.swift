import HubContracts
import ToolboxSQLite

/// What the store knows of its sync, for a person; asks nobody.
public struct JournalStatus: Sendable, Equatable {
  public var owner: StoreOwner?
  /// Nil while signed out.
  public var account: PersonalSyncAccount?
  /// Changes that wait or are on their way.
  public var waiting: Int
  public var conflicts: Int
  /// Changes that were refused, and those that this program cannot read.
  public var quarantined: Int
  /// Milliseconds since 1970 UTC of the last pass that reached its end; nil where there was none.
  public var lastSuccessMilliseconds: Int64?
}

extension Journal {
  public func status(_ transaction: borrowing Transaction) throws(JournalError) -> JournalStatus {
    let owner = try owner(transaction)
    let account = try session(transaction).account
    let waiting = try pendingMutationCount(transaction)
    return try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT (SELECT count(*) FROM sync_conflict), (SELECT count(*) FROM sync_quarantine)
            + (SELECT count(*) FROM sync_unreadable),
          (SELECT max(last_success_ms) FROM sync_position)
        """
      ) {
        JournalStatus(
          owner: owner, account: account, waiting: waiting, conflicts: Int($0.integer(0)),
          quarantined: Int($0.integer(1)), lastSuccessMilliseconds: $0.optionalInteger(2))
      }
        ?? JournalStatus(
          owner: owner, account: account, waiting: waiting, conflicts: 0, quarantined: 0)
    }
  }
}
