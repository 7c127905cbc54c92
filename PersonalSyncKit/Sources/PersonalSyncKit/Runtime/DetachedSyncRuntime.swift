import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient

/// Synchronises one domain of an app whose store is not SQLite with the account that owns it.
///
/// The app saves a batch in its own way and the journal follows, so a batch may come twice, never not at
/// all (docs/protocol/sync.md, S2 and S3). All else is as in ``PersonalSyncRuntime``.
public struct DetachedSyncRuntime: Sendable {
  var runner: PassRunner

  /// Synchronises `domain`; processes on one journal keep apart by a lock file beside it.
  public init(
    domain: Domain, journal: DetachedJournal, identity: PersonalIdentityClient,
    http: any HTTPClient, clock: any SyncClock, random: any RandomBytes
  ) {
    runner = PassRunner(
      domain: domain, journal: journal.journal, store: journal.store, identity: identity,
      http: http, clock: clock, random: random,
      gate: PassGate(lockPath: journal.lockPath, clock: clock))
  }

  /// Makes `account` the owner of the journal and of the app's store, once and for ever; see
  /// ``PersonalSyncRuntime/bindAccount(_:adoptingUnownedData:)``.
  public func bindAccount(
    _ account: PersonalSyncAccount, adoptingUnownedData isAdopting: Bool = false
  ) async throws(SyncError) {
    try await runner.bind(account, adoptingUnownedData: isAdopting)
  }

  /// Queues a change that the app has saved.
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

  /// Runs one pass; see ``PersonalSyncRuntime/synchronize(account:replayFromStart:performing:sharing:currentRecords:prepareOutgoing:applyChanges:)``.
  ///
  /// - `applyChanges` is awaited with no transaction open; only when it has returned do versions and
  ///   cursor move. It gets at most 500 changes, each record at most once.
  /// - After an edit of a record that somebody else had written as well, the same edit is given once
  ///   more when the Hub has taken it: saving it changes nothing, unless a version from elsewhere had
  ///   been saved over it just before it was queued.
  /// - Throws ``SyncError/recursiveSynchronize`` where it is called from inside `applyChanges`.
  public func synchronize(
    account: PersonalSyncAccount? = nil, replayFromStart isReplaying: Bool = false,
    performing actions: PerformedElsewhere = .none, sharing days: ClosedRange<Day>? = nil,
    currentRecords: CurrentRecordsElsewhere? = nil,
    prepareOutgoing: @escaping PrepareElsewhere = { false },
    applyChanges: @escaping SaveChanges
  ) async throws(SyncError) -> SyncOutcome {
    try await runner.synchronize(
      account, isReplaying: isReplaying, .detached(applyChanges), .elsewhere(prepareOutgoing),
      currentRecords.map(StoreContent.elsewhere) ?? .unknown, performing: .elsewhere(actions),
      sharing: days)
  }
}
