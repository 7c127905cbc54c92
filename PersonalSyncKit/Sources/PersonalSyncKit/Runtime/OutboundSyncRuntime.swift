import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

/// Reports one domain of a store to the account that owns it, and imports nothing.
///
/// For a store that is the only authority for what it says. It has no `applyChanges` and no replay, and
/// its passes read no feed, except to find out what a restored Hub has lost; the Hub's answers tell the
/// versions. Where somebody else has written a
/// record, this store's edit wins: it is sent again on the Hub's version with a stamp of now, and the
/// other is kept as a conflict (docs/protocol/sync.md, O8). Works with a journal of either form.
public struct OutboundSyncRuntime: Sendable {
  var runner: PassRunner

  /// Reports `domain` of a store with an attached journal; `lockPath` is a file beside the store, the
  /// same in each process that uses the store.
  public init(
    domain: Domain, journal: Journal, store: DatabasePool, identity: PersonalIdentityClient,
    http: any HTTPClient, lockPath: String, clock: any SyncClock, random: any RandomBytes
  ) {
    runner = PassRunner(
      domain: domain, journal: journal, store: store, identity: identity, http: http,
      clock: clock, random: random, gate: PassGate(lockPath: lockPath, clock: clock))
  }

  /// Reports `domain` of an app whose journal has a file of its own.
  public init(
    domain: Domain, journal: DetachedJournal, identity: PersonalIdentityClient,
    http: any HTTPClient, clock: any SyncClock, random: any RandomBytes
  ) {
    self.init(
      domain: domain, journal: journal.journal, store: journal.store, identity: identity,
      http: http, lockPath: journal.lockPath, clock: clock, random: random)
  }

  /// Makes `account` the owner of the store, once and for ever; see
  /// ``PersonalSyncRuntime/bindAccount(_:adoptingUnownedData:)``.
  public func bindAccount(
    _ account: PersonalSyncAccount, adoptingUnownedData isAdopting: Bool = false
  ) async throws(SyncError) {
    try await runner.bind(account, adoptingUnownedData: isAdopting)
  }

  /// Queues a change in a transaction of its own; inside the app's own transaction use
  /// ``Journal/enqueue(_:nowMilliseconds:in:)``.
  ///
  /// An `account` that is given must be the owner; it is compared without the network.
  public func enqueue(
    _ change: RecordChange, account: PersonalSyncAccount? = nil
  ) async throws(SyncError) {
    try await runner.enqueue(change, account: account)
  }

  /// How many changes wait or are on their way.
  public func pendingMutationCount() async throws(SyncError) -> Int {
    try await runner.pendingMutationCount()
  }

  /// Sends what waits, and once more what met another version.
  ///
  /// - `account` is the grant to run under; nil takes the account that the Hub proves now.
  /// - `prepareOutgoing` runs before the push, until it returns false; it may enqueue what has become
  ///   due, in transactions of its own.
  /// - `currentRecords` says what the store holds, in rising order of ids, from which a Hub that was put
  ///   back to a backup is given again what it lost. Without it the report only counts what is missing.
  public func synchronize(
    account: PersonalSyncAccount? = nil, currentRecords: CurrentRecordsElsewhere? = nil,
    prepareOutgoing: @escaping PrepareElsewhere = { false }
  ) async throws(SyncError) -> SyncOutcome {
    try await runner.synchronize(
      account, .outbound, .elsewhere(prepareOutgoing),
      currentRecords.map(StoreContent.elsewhere) ?? .unknown)
  }
}
