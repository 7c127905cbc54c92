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
  /// Records that the Hub no longer held, in the trash for ``Journal/trashDays``.
  public var trashed: Int
  /// Records whose detail is locked on this device.
  public var locked: Int
  /// Records of which the Hub says something older than what this device has seen of their details.
  public var rolledBack = 0
  /// Milliseconds since 1970 UTC of the last pass that reached its end; nil where there was none.
  public var lastSuccessMilliseconds: Int64?
  /// Nil while passes reach their end.
  public var failure: SyncFailure?
  /// Nil before the Hub has shown its audit chain.
  public var audit: AuditStatus?
}

/// Since when passes do not reach their end, and why.
public struct SyncFailure: Sendable, Equatable {
  /// Milliseconds since 1970 UTC of the first in a row.
  public var sinceMilliseconds: Int64
  /// Of the last one: ``SyncError/code``.
  public var code: String
}

extension Journal {
  public func status(_ transaction: borrowing Transaction) throws(JournalError) -> JournalStatus {
    let owner = try owner(transaction)
    let account = try session(transaction).account
    let waiting = try pendingMutationCount(transaction)
    let failure = try failure(transaction)
    let audit = try auditStatus(transaction)
    return try inJournal { () throws(SQLiteError) in
      try transaction.first(
        """
        SELECT (SELECT count(*) FROM sync_conflict), (SELECT count(*) FROM sync_quarantine)
            + (SELECT count(*) FROM sync_unreadable),
          (SELECT max(last_success_ms) FROM sync_position), (SELECT count(*) FROM sync_trash),
          (SELECT count(*) FROM sync_locked), (SELECT count(*) FROM sync_rolled_back)
        """
      ) {
        JournalStatus(
          owner: owner, account: account, waiting: waiting, conflicts: Int($0.integer(0)),
          quarantined: Int($0.integer(1)), trashed: Int($0.integer(3)),
          locked: Int($0.integer(4)), rolledBack: Int($0.integer(5)),
          lastSuccessMilliseconds: $0.optionalInteger(2),
          failure: failure, audit: audit)
      }
        ?? JournalStatus(
          owner: owner, account: account, waiting: waiting, conflicts: 0, quarantined: 0,
          trashed: 0,
          locked: 0)
    }
  }
}
