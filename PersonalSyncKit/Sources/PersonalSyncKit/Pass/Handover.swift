import HubContracts
import ToolboxSQLite

/// What the app does with changes from elsewhere, in the transaction in which they are noted.
///
/// Runs on the store's own thread; it must only use the transaction. May run more than once.
public typealias ApplyChanges = @Sendable (Batch, borrowing Transaction) throws -> Void

/// What an app whose store is not SQLite does with changes from elsewhere.
///
/// Save them all, durably, and return; or throw and save none. Awaited with no transaction open. The
/// same batch may come more than once (docs/protocol/sync.md, S2 and S3). A sync that is started in
/// here throws ``SyncError/recursiveSynchronize``.
public typealias SaveChanges = @Sendable (Batch) async throws -> Void

/// What the app adds to the outbox before a push, such as day summaries that have become due.
///
/// Called in transactions of their own until it returns false; each call should take about 2 ms.
public typealias PrepareOutgoing = @Sendable (borrowing Transaction) throws -> Bool

/// The same for an app that opens its transactions itself; called until it returns false.
public typealias PrepareElsewhere = @Sendable () async throws -> Bool

/// How a pass gives changes to the app: the one thing in which the two forms of journal differ.
enum Handover: Sendable {
  /// The app's rows lie beside the journal's: one transaction for both.
  case attached(ApplyChanges)
  /// The app saves elsewhere and says when it has.
  case detached(SaveChanges)
  /// Nothing is given: the store only reports outwards (docs/protocol/sync.md, O8).
  case outbound

  /// How many changes are given at once.
  ///
  /// A store that is not SQLite often writes its whole file with each save, and holds no lock of ours
  /// meanwhile, so it is given a whole page.
  func sliceCount(_ sizer: SliceSizer) -> Int {
    switch self {
    case .attached, .outbound: sizer.count
    case .detached: SyncLimits.changesPerPageMax
    }
  }
}

/// How the app is asked for what has become due.
enum Preparation: Sendable {
  case inTransaction(PrepareOutgoing)
  case elsewhere(PrepareElsewhere)
}
