import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

/// How a call of `synchronize` ended when nothing went wrong.
public enum SyncOutcome: Sendable, Equatable {
  /// Nobody is signed in; nothing was touched.
  case signedOut
  case completed(PassReport)
}

/// Synchronises one domain of one store, whose journal is attached to it, with the account that owns it.
///
/// A local write never waits for it: downloads are saved in slices of about 2 ms, behind the
/// person's own writes. Bindings and passes run one at a time, also across processes.
/// Source: docs/protocol/sync.md.
public struct PersonalSyncRuntime: Sendable {
  var runner: PassRunner

  /// Synchronises `domain`; `lockPath` is a file beside the store, the same in each process that uses
  /// the store.
  public init(
    domain: Domain, journal: Journal, store: DatabasePool, identity: PersonalIdentityClient,
    http: any HTTPClient, lockPath: String, clock: any SyncClock, random: any RandomBytes
  ) {
    runner = PassRunner(
      domain: domain, journal: journal, store: store, identity: identity, http: http,
      clock: clock, random: random, gate: PassGate(lockPath: lockPath, clock: clock))
  }

  /// Makes `account` the owner of the store, once and for ever.
  ///
  /// Call it only after the person has said so, having seen the account, the Hub's address and
  /// fingerprint, and how many waiting records would be adopted. Repeating it is harmless.
  /// Throws ``PersonalSyncOwnershipError/differentAccount`` for another owner, and
  /// ``PersonalSyncOwnershipError/approvalRequired`` where records wait and `isAdopting` is false;
  /// nothing changes then.
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

  /// Runs one pass: pull, save, push, and once more where both sides changed a record.
  ///
  /// - `account` is the grant to run under; nil takes the account that the Hub proves now.
  /// - `replayFromStart` reads the feed again from its start first, to recover records that an older
  ///   program acknowledged without keeping (docs/protocol/sync.md, §7): at most 100 pages a call, and
  ///   the next call goes on where this one stopped.
  /// - `performing` is what the app does when it is asked to from the Hub, before the pass
  ///   (``performActions(account:_:)``).
  /// - `sharing` are days of the account's, at most `SharedDays.daysMax`, of which it is read after the
  ///   pass what other apps said, as far as the person shares it (``Journal/sharedDays(_:)``); whatever
  ///   becomes of that, the pass is what it was.
  /// - `currentRecords` says what the store holds. It is asked where the Hub has forgotten deletions that
  ///   this store has not seen, or has lost what it had (H5): what the Hub does not hold is then deleted
  ///   here and kept in the trash, or offered again. Without it, it is left alone and counted.
  /// - `prepareOutgoing` runs after the pull and before the push.
  /// - `applyChanges` saves a batch; its effect and the cursor commit together (S2, S4).
  ///
  /// What could not be settled in three rounds waits for the next pass.
  public func synchronize(
    account: PersonalSyncAccount? = nil, replayFromStart isReplaying: Bool = false,
    performing actions: PerformedActions = .none, sharing days: ClosedRange<Day>? = nil,
    currentRecords: CurrentRecords? = nil,
    prepareOutgoing: @escaping PrepareOutgoing = { _ in false },
    applyChanges: @escaping ApplyChanges
  ) async throws(SyncError) -> SyncOutcome {
    try await runner.synchronize(
      account, isReplaying: isReplaying, .attached(applyChanges), .inTransaction(prepareOutgoing),
      currentRecords.map(StoreContent.inTransaction) ?? .unknown,
      performing: .inTransaction(actions), sharing: days)
  }
}

extension SyncError {
  /// What a failure to prove the session means for a pass.
  public init(_ error: IdentityError) {
    switch error {
    case .sessionChanged: self = .sessionChanged
    // A pass asks at the address of a session, which was one when it was saved.
    case .address, .invalidResponse: self = .invalidResponse
    case .hubKeyChanged: self = .hubKeyChanged
    case .differentAccount: self = .ownership(.differentAccount)
    case .refused(let code): self = .hubRefused(code: code, retryAfterSeconds: nil)
    case .unreachable(let error): self = .unreachable(error)
    case .secrets(let error): self = .journal(.unavailable(code: error.code))
    case .journal(let error): self = .journal(error)
    }
  }
}
