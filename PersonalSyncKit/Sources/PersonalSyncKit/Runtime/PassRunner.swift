import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

/// What every form of runtime does alike: bind, queue, count, and run one pass at a time.
struct PassRunner: Sendable {
  let domain: Domain
  let journal: Journal
  let store: DatabasePool
  let identity: PersonalIdentityClient
  let http: any HTTPClient
  let clock: any SyncClock
  let random: any RandomBytes
  let gate: PassGate
  /// What happens elsewhere before each transaction of a pass: nothing, except in a test of that moment.
  var interlude: @Sendable () async -> Void = {}
  var monitor: SyncMonitor?

  // MARK: - Beside a pass

  func bind(
    _ account: PersonalSyncAccount, adoptingUnownedData isAdopting: Bool
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

  func enqueue(
    _ change: RecordChange, account: PersonalSyncAccount?
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

  func pendingMutationCount() async throws(SyncError) -> Int {
    let journal = journal
    return try await store.read { (transaction) throws(SyncError) in
      try inPass { () throws(JournalError) in try journal.pendingMutationCount(transaction) }
    }
  }

  // MARK: - A pass

  func synchronize(
    _ account: PersonalSyncAccount?, isReplaying: Bool = false, _ handover: Handover,
    _ preparation: Preparation, _ content: StoreContent = .unknown,
    performing actions: Performing = .inTransaction(.none), sharing days: ClosedRange<Day>? = nil
  ) async throws(SyncError) -> SyncOutcome {
    try await watched { () async throws(SyncError) in
      try await gate.run { () async throws(SyncError) in
        guard let grant = try await grant(account) else { return .signedOut }
        let link = try await link(grant, isProved: account == nil)
        let journal = journal.lent(try await detailKeys(of: grant))
        let watch = AuditWatch(
          journal: journal, store: store, link: link, grant: grant, clock: clock)
        // What came with the Hub's proof, so that it is on record before anything is sent.
        if link.checkpoint.withLock({ $0 }) != nil { try await watch.run() }
        // First, so that what they change goes out at once; their failure keeps no record back.
        let performed = await outcome(of: actions, grant, link)
        let pass = PassDriver(
          domain: domain, journal: journal, store: store, clock: clock,
          random: random, grant: grant, link: link,
          handover: handover, preparation: preparation, content: content,
          isReplaying: isReplaying, interlude: interlude, monitor: monitor)
        var report = try await finish(pass)
        try await watch.run()
        let granted = GrantedStore(store: store, journal: journal, grant: grant)
        try await AttentionTelling(link: link, granted: granted).run()
        if let days {
          try await SharedReading(days: days, link: link, granted: granted, clock: clock).run()
        }
        report.actions = try performed.get()
        return .completed(report)
      }
    }
  }

  private func outcome(
    of actions: Performing, _ grant: PersonalSyncAccount, _ link: HubLink
  ) async -> Result<ActionReport, SyncError> {
    do throws(SyncError) { return .success(try await perform(actions, grant, link)) } catch {
      return .failure(error)
    }
  }

  /// Runs a pass; a session that the Hub has ended is removed here as well, unless its bearer was
  /// changed or its place taken since.
  private func finish(_ pass: PassDriver) async throws(SyncError) -> PassReport {
    do throws(SyncError) { return try await pass.run() } catch {
      throw try await told(error, by: pass.link, of: pass.grant)
    }
  }

  /// What the Hub's answer under a bearer means: that the session is over, only where the bearer is
  /// still the session's own.
  func told(
    _ error: SyncError, by link: HubLink, of grant: PersonalSyncAccount
  ) async throws(SyncError) -> SyncError {
    guard case .signInNeeded = error else { return error }
    let isEnded = try await inIdentitysWords { () async throws(IdentityError) in
      try await identity.refused(link.bearer, of: grant)
    }
    return isEnded ? error : .sessionChanged
  }

  // MARK: - Grant

  func grant(_ account: PersonalSyncAccount?) async throws(SyncError)
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

  func link(
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
    let link = HubLink(http: http, origin: origin, bearer: bearer)
    if isProved {
      let offered = await identity.offeredCheckpoint
      link.checkpoint.withLock { $0 = offered }
    }
    return link
  }

  func inIdentitysWords<Result: Sendable>(
    _ body: () async throws(IdentityError) -> Result
  ) async throws(SyncError) -> Result {
    do throws(IdentityError) { return try await body() } catch { throw SyncError(error) }
  }
}
