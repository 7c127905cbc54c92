import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

/// What the app does with changes from elsewhere, in the transaction in which they are noted.
///
/// Runs on the store's own thread; it must only use the transaction. May run more than once.
public typealias ApplyChanges = @Sendable (Batch, borrowing Transaction) throws -> Void

/// What the app adds to the outbox before a push, such as day summaries that have become due.
///
/// Called in transactions of their own until it returns false; each call should take about 2 ms.
public typealias PrepareOutgoing = @Sendable (borrowing Transaction) throws -> Bool

/// How a call of `synchronize` ended when nothing went wrong.
public enum SyncOutcome: Sendable, Equatable {
  /// Nobody is signed in; nothing was touched.
  case signedOut
  case completed(PassReport)
}

/// Synchronises one domain of one store with the account that owns it.
///
/// A local write never waits for it: downloads are saved in slices of about 2 ms, behind the
/// person's own writes. Bindings and passes run one at a time, also across processes.
/// Source: docs/protocol/sync.md.
public actor PersonalSyncRuntime {
  let domain: Domain
  let journal: Journal
  let store: DatabasePool
  let identity: PersonalIdentityClient
  let http: any HTTPClient
  let clock: any SyncClock
  let random: any RandomBytes
  private let gate: PassGate

  /// Synchronises `domain`; `lockPath` is a file beside the store, the same in each process that uses
  /// the store.
  public init(
    domain: Domain, journal: Journal, store: DatabasePool, identity: PersonalIdentityClient,
    http: any HTTPClient, lockPath: String, clock: any SyncClock, random: any RandomBytes
  ) {
    self.domain = domain
    self.journal = journal
    self.store = store
    self.identity = identity
    self.http = http
    self.clock = clock
    self.random = random
    gate = PassGate(lockPath: lockPath, clock: clock)
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
    try await gate.run { () async throws(SyncError) in
      try await requireCurrent(account)
      let journal = journal
      let now = clock.nowMilliseconds
      let outcome = try await store.write { (transaction) throws(SyncError) in
        try inPass { () throws(JournalError) in
          try journal.bind(
            account, adoptingUnownedData: isAdopting, nowMilliseconds: now, transaction)
        }
      }
      switch outcome {
      case .bound: return
      case .differentAccount: throw .ownership(.differentAccount)
      case .approvalRequired: throw .ownership(.approvalRequired)
      case .sessionChanged: throw .sessionChanged
      }
    }
  }

  /// Queues a change in a transaction of its own; inside the app's own transaction use
  /// ``Journal/enqueue(_:nowMilliseconds:in:)``.
  ///
  /// An `account` that is given must be the owner; it is compared without the network.
  public func enqueue(
    _ change: RecordChange, account: PersonalSyncAccount? = nil
  ) async throws(SyncError) {
    let journal = journal
    let now = clock.nowMilliseconds
    try await store.write { (transaction) throws(SyncError) in
      if let account {
        let owner = try inPass { () throws(JournalError) in try journal.owner(transaction) }
        guard let owner else { throw .ownership(.approvalRequired) }
        guard owner.isSame(as: account) else { throw .ownership(.differentAccount) }
      }
      try inPass { () throws(JournalError) in
        try journal.enqueue(change, nowMilliseconds: now, in: transaction)
      }
    }
  }

  /// How many changes wait or are on their way.
  public func pendingMutationCount() async throws(SyncError) -> Int {
    let journal = journal
    return try await store.read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.pendingMutationCount(transaction) }
    }
  }

  /// Runs one pass: pull, save, push, and once more where both sides changed a record.
  ///
  /// - `account` is the grant to run under; nil takes the account that the Hub proves now.
  /// - `replayFromStart` reads the feed again from its start first, to recover records that an older
  ///   program acknowledged without keeping (docs/protocol/sync.md, §7): at most 100 pages a call, and
  ///   the next call goes on where this one stopped.
  /// - `prepareOutgoing` runs after the pull and before the push.
  /// - `applyChanges` saves a batch; its effect and the cursor commit together (S2, S4).
  ///
  /// What could not be settled in three rounds waits for the next pass.
  public func synchronize(
    account: PersonalSyncAccount? = nil, replayFromStart isReplaying: Bool = false,
    prepareOutgoing: @escaping PrepareOutgoing = { _ in false },
    applyChanges: @escaping ApplyChanges
  ) async throws(SyncError) -> SyncOutcome {
    try await gate.run { () async throws(SyncError) in
      guard let grant = try await grant(account) else { return .signedOut }
      let pass = PassDriver(
        domain: domain, journal: journal, store: store, clock: clock,
        random: random, grant: grant, link: try await link(grant, isProved: account == nil),
        applyChanges: applyChanges,
        prepareOutgoing: prepareOutgoing, isReplaying: isReplaying)
      return .completed(try await finish(pass))
    }
  }

  /// Runs a pass; a session that the Hub has ended is removed here as well.
  private func finish(_ pass: PassDriver) async throws(SyncError) -> PassReport {
    do throws(SyncError) { return try await pass.run() } catch {
      if case .signInNeeded = error {
        try await inIdentitysWords { () async throws(IdentityError) in
          try await identity.sessionEnded(pass.grant)
        }
      }
      throw error
    }
  }

  // MARK: - Grant

  private func grant(_ account: PersonalSyncAccount?) async throws(SyncError)
    -> PersonalSyncAccount?
  {
    if let account {
      try await requireCurrent(account)
      return account
    }
    return try await inIdentitysWords { () async throws(IdentityError) in
      try await identity.verifiedSyncAccount()
    }
  }

  private func requireCurrent(_ account: PersonalSyncAccount) async throws(SyncError) {
    try await inIdentitysWords { () async throws(IdentityError) in
      try await identity.requireCurrentAccount(account)
    }
  }

  private func link(
    _ grant: PersonalSyncAccount, isProved: Bool
  ) async throws(SyncError) -> HubLink {
    let isPlainAllowed = await identity.isPlainHTTPAllowed
    let origin: HTTPOrigin
    do {
      origin = try HTTPOrigin(parsing: grant.origin, allowsPlainHTTP: isPlainAllowed)
    } catch { throw .invalidResponse }
    let bearer = try await inIdentitysWords { () async throws(IdentityError) in
      try await identity.bearer(of: grant, isProved: isProved)
    }
    return HubLink(http: http, origin: origin, bearer: bearer)
  }

  private func inIdentitysWords<Result: Sendable>(
    _ body: () async throws(IdentityError) -> Result
  ) async throws(SyncError) -> Result {
    do throws(IdentityError) { return try await body() } catch { throw SyncError(error) }
  }
}

extension SyncError {
  init(_ error: IdentityError) {
    switch error {
    case .sessionChanged: self = .sessionChanged
    case .invalidResponse: self = .invalidResponse
    case .hubKeyChanged: self = .hubKeyChanged
    case .differentAccount: self = .ownership(.differentAccount)
    case .refused(let code): self = .hubRefused(code: code, retryAfterSeconds: nil)
    case .unreachable(let error): self = .unreachable(error)
    case .secrets(let error): self = .journal(.unavailable(code: error.code))
    case .journal(let error): self = .journal(error)
    }
  }
}
