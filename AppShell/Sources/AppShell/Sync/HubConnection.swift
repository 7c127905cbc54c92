import PersonalSyncKeyring
import PersonalSyncKit
import PersonalSyncSealed
import ToolboxHTTPClient
import ToolboxSQLite

/// One store's connection with a Hub: what the commands and the pages of every app do with it.
///
/// Holds no state of its own but what the store and the token file hold, so several processes may
/// each have one.
public struct HubConnection: Sendable {
  public let app: AppProfile
  public let store: AppStore
  private let records: any SyncedRecords
  private let identity: PersonalIdentityClient
  private let runtime: PersonalSyncRuntime
  /// For the domains that the app reads beside its own.
  private let inbound: [PersonalSyncRuntime]
  private let machine: Machine
  /// Is told how far this connection's passes are; nil where no screen looks.
  private let monitor: SyncMonitor?
  /// Whether a Hub on another machine may be spoken to without TLS.
  let allowsPlainHTTP: Bool

  /// Wires the parts of the kit to a store; asks nobody.
  ///
  /// `terms` are the person's word of now; that a Hub may be spoken to without TLS holds once said.
  public static func open(
    _ app: AppProfile, _ store: AppStore, records: any SyncedRecords, on machine: Machine,
    terms: ConnectionTerms = ConnectionTerms(), monitor: SyncMonitor? = nil
  ) async throws(StoreError) -> HubConnection {
    let wasAllowed = try await store.database.read { (transaction) throws(StoreError) in
      try inStore { () throws(SQLiteError) in try ShellState.allowsPlainHTTP(transaction) }
    }
    var terms = terms
    terms.allowsPlainHTTP = terms.allowsPlainHTTP || wasAllowed
    return HubConnection(app, store, records, machine, monitor, terms)
  }

  private init(
    _ app: AppProfile, _ store: AppStore, _ records: any SyncedRecords, _ machine: Machine,
    _ monitor: SyncMonitor?, _ terms: ConnectionTerms
  ) {
    self.app = app
    self.store = store
    self.records = records
    self.machine = machine
    self.monitor = monitor
    allowsPlainHTTP = terms.allowsPlainHTTP
    identity = PersonalIdentityClient(
      client: app.name, journal: store.journal, store: store.database,
      tokens: SecretServiceTokenStore(
        path: store.state.tokenPath, keyring: machine.keyring(for: app),
        isFileWanted: terms.keepsSecretsInFile), http: machine.http,
      clock: machine.clock, random: machine.random, allowsPlainHTTP: allowsPlainHTTP)
    let runtimes = ([app.domain] + type(of: records).inbound).map { [identity] domain in
      let plain = PersonalSyncRuntime(
        domain: domain, journal: store.journal, store: store.database, identity: identity,
        http: machine.http, lockPath: store.folder.lockPath, clock: machine.clock,
        random: machine.random)
      return monitor.map(plain.watched(by:)) ?? plain
    }
    runtime = runtimes[0]
    inbound = Array(runtimes.dropFirst())
  }

  // MARK: - Looking

  /// How things stand, from the store alone; asks nobody.
  public func standing() async throws(ConnectionError) -> StatusWords {
    let store = store
    let now = machine.clock.nowMilliseconds
    let progress = await monitor?.progress
    return try await read { (transaction) throws(StoreError) in
      var status = try inStore { () throws(JournalError) in
        try store.journal.syncStatus(transaction)
      }
      status.progress = progress
      return StatusWords(status: status, zone: try store.zone(transaction), nowMilliseconds: now)
    }
  }

  /// Says an error in words that know this store and what waits in it.
  public func trouble(_ error: ConnectionError) async -> Trouble {
    let journal = store.journal
    var writer = TroubleWriter(app, folder: store.folder)
    do throws(ConnectionError) {
      writer.waiting = try await read { (transaction) throws(StoreError) in
        try inStore { () throws(JournalError) in try journal.pendingMutationCount(transaction) }
      }
    } catch {
      // The number is an addition to the sentence; why it is not known is no news beside the error.
    }
    return writer.trouble(error)
  }

  /// Pairs of the Hub's signed checkpoints that did not fit together, the first first.
  func auditEvidence() async throws(ConnectionError) -> [AuditEvidence] {
    let journal = store.journal
    return try await read { (transaction) throws(StoreError) in
      try inStore { () throws(JournalError) in try journal.auditEvidence(transaction) }
    }
  }

  /// Lets what the Hub shows count from now on; only after the person has said so.
  ///
  /// Changes nothing where nothing is wrong.
  func acceptAudit() async throws(ConnectionError) {
    let (journal, now) = (store.journal, machine.clock.nowMilliseconds)
    try await write { (transaction) throws(StoreError) in
      _ = try inStore { () throws(JournalError) in
        try journal.acceptAudit(nowMilliseconds: now, transaction)
      }
    }
  }

  // MARK: - Connecting

  /// Reads the address of a Hub that the person typed.
  public func origin(_ address: String) throws(ConnectionError) -> HTTPOrigin {
    do throws(HTTPOriginError) {
      return try HTTPOrigin(parsing: address, allowsPlainHTTP: allowsPlainHTTP)
    } catch { throw .address(address, error) }
  }

  /// Asks a Hub for a code that the person approves on its page.
  public func startSignIn(at origin: HTTPOrigin) async throws(ConnectionError) -> DevicePrompt {
    try await inIdentity { () async throws(IdentityError) in
      try await identity.startSignIn(at: origin)
    }
  }

  /// Waits until the person has approved; the session is durable then.
  public func finishSignIn(
    _ prompt: DevicePrompt
  ) async throws(ConnectionError) -> PersonalSyncAccount {
    let account = try await inIdentity { () async throws(IdentityError) in
      try await identity.finishSignIn(prompt)
    }
    try await rememberPlainHTTP()
    return account
  }

  /// Begins a sign-in that the person approves in a browser on this machine, which is then led back here.
  public func startSignIn(
    at origin: HTTPOrigin, using way: BrowserWay
  ) async throws(ConnectionError) -> BrowserPrompt {
    try await inIdentity { () async throws(IdentityError) in
      try await identity.startSignIn(at: origin, using: way)
    }
  }

  /// Waits until the person has decided in the browser; the session is durable then.
  public func finishSignIn(
    _ prompt: BrowserPrompt
  ) async throws(ConnectionError) -> PersonalSyncAccount {
    let account = try await inIdentity { () async throws(IdentityError) in
      try await identity.finishSignIn(prompt)
    }
    try await rememberPlainHTTP()
    return account
  }

  /// A person's word that this Hub may be spoken to without TLS holds once they are signed in.
  private func rememberPlainHTTP() async throws(ConnectionError) {
    guard allowsPlainHTTP else { return }
    try await write { (transaction) throws(StoreError) in
      try inStore { () throws(SQLiteError) in try ShellState.allowPlainHTTP(transaction) }
    }
  }

  // MARK: - Approving

  /// Whether the account of now owns this store, and if not, what the person has to be asked.
  ///
  /// The Hub proves the account now.
  public func approval() async throws(ConnectionError) -> Approval {
    let account = try await inIdentity { () async throws(IdentityError) in
      try await identity.verifiedSyncAccount()
    }
    guard let account else { throw .signedOut }
    let store = store
    let records = records
    return try await read { (transaction) throws(StoreError) in
      let (owner, waiting) = try inStore { () throws(JournalError) in
        (
          try store.journal.owner(transaction), try store.journal.pendingMutationCount(transaction)
        )
      }
      if owner != nil { return .given(account) }
      return .asked(
        ApprovalQuestion(
          account: account, records: try records.count(transaction), waiting: waiting))
    }
  }

  /// Makes the account of the question the owner of this store, for ever, with all that is in it.
  ///
  /// Only after the person has said yes to this very question.
  public func approve(_ question: ApprovalQuestion) async throws(ConnectionError) {
    try await inSync { () async throws(SyncError) in
      try await runtime.bindAccount(question.account, adoptingUnownedData: true)
    }
  }

  // MARK: - Synchronising

  /// Calls of the kit in one synchronisation: a comparison with a feed of a million records takes 20.
  private static let passesMax = 100

  /// Does what the Hub asks of this store, and runs one pass.
  ///
  /// A comparison with the whole feed, which the kit does 100 pages at a time, is gone on with until it
  /// is complete; the report adds up what all of it did.
  public func synchronize() async throws(ConnectionError) -> SyncOutcome {
    var outcome = try await pass()
    for _ in 1..<Self.passesMax {
      guard case .completed(let report) = outcome, !report.isReconcileComplete,
        case .completed(let next) = try await pass()
      else { break }
      outcome = .completed(report.followed(by: next))
    }
    return try await withInbound(outcome)
  }

  /// The same with what the domains brought that the app reads beside its own.
  private func withInbound(
    _ outcome: SyncOutcome
  ) async throws(ConnectionError) -> SyncOutcome {
    guard case .completed(var report) = outcome else { return outcome }
    let records = records
    for runtime in inbound {
      let next = try await inSync { () async throws(SyncError) in
        try await runtime.synchronize { batch, transaction in
          try records.apply(batch, transaction)
        }
      }
      // Signed out in between: what was done before is done.
      guard case .completed(let brought) = next else { break }
      report = brought.followed(by: report)
    }
    return .completed(report)
  }

  /// ``synchronize()``, for whoever can go on only once it is done.
  ///
  /// Throws ``ConnectionError/signedOut`` where nobody had signed in, and ``SyncError/signInNeeded`` where the
  /// Hub has ended the session.
  func completedSync() async throws(ConnectionError) -> PassReport {
    let before = try await standing()
    guard case .completed(let report) = try await synchronize() else {
      throw before.status.account == nil ? .signedOut : .sync(.signInNeeded)
    }
    return report
  }

  private func pass() async throws(ConnectionError) -> SyncOutcome {
    let (records, store) = (records, store)
    let days = try await read { (transaction) throws(StoreError) in
      try records.sharedDays(transaction)
    }
    return try await inSync { () async throws(SyncError) in
      try await runtime.synchronize(
        performing: records.actions, sharing: days,
        currentRecords: { record, limit, transaction in
          try type(of: records).current(after: record, limit: limit, transaction)
        },
        prepareOutgoing: { transaction in
          try Self.followZone(store, records, transaction)
          return try records.prepareOutgoing(transaction)
        },
        applyChanges: { batch, transaction in try records.apply(batch, transaction) })
    }
  }

  // MARK: - Sealed details

  /// Whether this device reads and writes details, and how many records have one that is locked here.
  public func details() async throws(ConnectionError) -> (isUnlocked: Bool, locked: Int) {
    let (journal, domain) = (store.journal, app.domain)
    return try await read { (transaction) throws(StoreError) in
      try inStore { () throws(JournalError) in
        (
          try journal.isUnlocked(domain, transaction), try journal.status(transaction).locked
        )
      }
    }
  }

  /// Whether any device of the account seals this app's details.
  public func isSealed() async throws(ConnectionError) -> Bool {
    try await inSync { () async throws(SyncError) in try await runtime.isSealed() }
  }

  /// Begins to seal with new words; synchronise afterwards.
  public func seal(_ root: RootKey) async throws(ConnectionError) -> UnlockOutcome {
    try await inSync { () async throws(SyncError) in try await runtime.beginSealing(root) }
  }

  /// Lets this device read and write details by the words of the account; synchronise afterwards.
  public func unlock(_ root: RootKey) async throws(ConnectionError) -> UnlockOutcome {
    try await inSync { () async throws(SyncError) in
      let outcome = try await runtime.unlock(root)
      guard outcome == .unlocked else { return outcome }
      // What another program sealed there may have other words; then it stays locked.
      for runtime in inbound { _ = try await runtime.unlock(root) }
      return outcome
    }
  }

  /// Opens the Hub's stream of events.
  func events() async throws(SyncError) -> HubEvents { try await runtime.events() }

  /// Ends the session here and at the Hub; the store keeps its owner and its data.
  ///
  /// Returns whether the Hub has heard of it; where it has not, it will with the next contact.
  @discardableResult
  public func signOut() async throws(ConnectionError) -> Bool {
    let outcome = try await inIdentity { () async throws(IdentityError) in
      try await identity.signOut()
    }
    return outcome != .hubNotToldYet
  }

  /// Counts days by the account's zone from now on, if the Hub has said another than before.
  private static func followZone(
    _ store: AppStore, _ records: any SyncedRecords, _ transaction: borrowing Transaction
  ) throws(StoreError) {
    let status = try inStore { () throws(JournalError) in try store.journal.status(transaction) }
    guard let name = status.account?.timeZone else { return }
    let known = try inStore { () throws(SQLiteError) in try ShellState.zone(transaction) }
    if name == known { return }
    let old = try store.zone(transaction)
    try inStore { () throws(SQLiteError) in try ShellState.remember(zone: name, transaction) }
    let new = try store.zone(transaction)
    if new.name != old.name { try records.zoneChanged(from: old, to: new, transaction) }
  }

  // MARK: - Errors

  private func read<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> Result
  ) async throws(ConnectionError) -> Result {
    do throws(StoreError) { return try await store.database.read(body) } catch {
      throw .store(error)
    }
  }

  private func write(
    _ body: @escaping @Sendable (borrowing Transaction) throws(StoreError) -> Void
  ) async throws(ConnectionError) {
    do throws(StoreError) { try await store.database.write(.local, body) } catch {
      throw .store(error)
    }
  }

  private func inIdentity<Result: Sendable>(
    _ body: () async throws(IdentityError) -> Result
  ) async throws(ConnectionError) -> Result {
    do throws(IdentityError) { return try await body() } catch { throw .identity(error) }
  }

  private func inSync<Result: Sendable>(
    _ body: () async throws(SyncError) -> Result
  ) async throws(ConnectionError) -> Result {
    do throws(SyncError) { return try await body() } catch { throw .sync(error) }
  }
}
