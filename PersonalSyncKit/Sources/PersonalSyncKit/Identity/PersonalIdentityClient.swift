import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

/// Signs one store in and out, and proves which account it is signed in to.
///
/// A bearer is saved only after its statement was verified. A durable generation rises with each
/// sign-in and sign-out, so a late answer of an older one has no effect, in whichever process it
/// arrives. Signing out is durable here first and told to the Hub afterwards. It runs on a thread of its
/// own, since a token store may block.
/// Source: docs/protocol/identity.md, "Rules of the kit".
public actor PersonalIdentityClient {
  let journal: Journal
  let store: DatabasePool
  let tokens: any TokenStore
  let http: any HTTPClient
  let clock: any SyncClock
  let random: any RandomBytes
  let statements: StatementLink
  /// What came with the newest statement, for the pass that follows it; see ``AuditWatch``.
  var offeredCheckpoint: String?
  let grants: DeviceGrantLink
  let client: String
  private let allowsPlainHTTP: Bool
  private let executor = BlockingExecutor(label: "identity")

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// The identity of one store, for the app that the `Fleet` calls `client`.
  ///
  /// `allowsPlainHTTP` lets a Hub without TLS on another machine be used: only for a network that the
  /// person trusts.
  public init(
    client: String, journal: Journal, store: DatabasePool, tokens: any TokenStore,
    http: any HTTPClient, clock: any SyncClock, random: any RandomBytes,
    allowsPlainHTTP: Bool = false
  ) {
    self.client = client
    self.journal = journal
    self.store = store
    self.tokens = tokens
    self.http = http
    self.clock = clock
    self.random = random
    self.allowsPlainHTTP = allowsPlainHTTP
    grants = DeviceGrantLink(http: http, client: client)
    statements = StatementLink(http: http, client: client, document: journal.document)
  }

  var isPlainHTTPAllowed: Bool { allowsPlainHTTP }

  // MARK: - Signing in

  /// Begins a sign-in that the person approves on the Hub's own page.
  public func startSignIn(at origin: HTTPOrigin) async throws(IdentityError) -> DevicePrompt {
    let (generation, waiting) = try await beginning()
    return try await grants.start(
      at: origin, document: journal.document, unownedRecords: waiting, generation: generation,
      random: random)
  }

  /// Begins a sign-in at an address as a person types it, such as `https://hub.example.org`.
  public func startSignIn(at address: String) async throws(IdentityError) -> DevicePrompt {
    let hub: HTTPOrigin
    do throws(HTTPOriginError) {
      hub = try HTTPOrigin(parsing: address, allowsPlainHTTP: allowsPlainHTTP)
    } catch { throw .address(error) }
    return try await startSignIn(at: hub)
  }

  /// The session that a sign-in begins beside, and how many waiting changes it would adopt.
  func beginning() async throws(IdentityError) -> (generation: Int64, unownedRecords: Int) {
    let journal = journal
    return try await reading { (transaction) throws(JournalError) in
      let isOwned = try journal.owner(transaction) != nil
      return (
        try journal.session(transaction).generation,
        isOwned ? 0 : try journal.pendingMutationCount(transaction)
      )
    }
  }

  /// Waits for the approval, verifies the new session and makes it current.
  ///
  /// Returns once the session is durable. Cancelling the task ends the waiting; a sign-in or
  /// sign-out that happens meanwhile ends it too.
  public func finishSignIn(
    _ prompt: DevicePrompt
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let deadline = clock.monotonicNanoseconds + prompt.expiresInSeconds * 1_000_000_000
    var interval = prompt.intervalSeconds
    while clock.monotonicNanoseconds < deadline {
      await clock.sleep(milliseconds: interval * 1000)
      if Task.isCancelled { throw .unreachable(.cancelled) }
      do throws(IdentityError) {
        switch try await grants.poll(prompt) {
        case .granted(let granted):
          return try await adopt(granted, at: prompt.origin, expected: prompt.generation)
        case .pending: continue
        case .slowDown: interval += 5
        }
      } catch {
        // The Hub may be restarting; the code stays good until it runs out.
        guard case .unreachable(let reason) = error, reason != .cancelled else { throw error }
      }
    }
    throw .refused(code: HubErrorCode.expiredToken.rawValue)
  }

  /// Takes over a bearer that was obtained elsewhere, if the Hub proves it.
  public func adoptBearerToken(
    _ bearer: String, revokeHandle: String, session: SessionID, at origin: HTTPOrigin
  ) async throws(IdentityError) -> PersonalSyncAccount {
    try await adopt(
      GrantedSession(session: session, bearer: bearer, revokeHandle: revokeHandle), at: origin,
      expected: try await storedSession().generation)
  }

  /// Makes a session current that the Hub has just given.
  ///
  ///     verify · save the secret · compare and commit · remove what was replaced · tell the Hub
  ///
  /// The commit alone decides. Before it there is one secret more, which a look at the store ends; after
  /// it the session is whole, and the replaced one's end is on record in the same transaction.
  func adopt(
    _ granted: GrantedSession, at origin: HTTPOrigin, expected generation: Int64
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let secrets = SessionSecrets(
      session: granted.session, bearer: granted.bearer, revokeHandle: granted.revokeHandle,
      origin: origin.description, generation: generation + 1,
      bearerSinceMilliseconds: clock.nowMilliseconds)
    let owner = try await owner()
    do throws(IdentityError) {
      let account = try await prove(secrets, at: origin, owner: owner)
      try update { $0.sessions.append(secrets) }
      try await commit(account, expected: generation)
      try await removeLeftovers()
      try await tellPending()
      return account
    } catch {
      // A step after the commit may have failed; the session stands then, and the next look goes on.
      guard try await storedSession().account?.session != secrets.session else { throw error }
      try await discard(secrets, hubKey: owner?.hubKey)
      throw error
    }
  }

  private func prove(
    _ secrets: SessionSecrets, at origin: HTTPOrigin, owner: StoreOwner?
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let reply = try await statements.ask(
      secrets, at: origin, pinned: owner?.hubKey, random: random)
    guard case .verified(let statement, let key, _) = reply else { throw .invalidResponse }
    let account = PersonalSyncAccount(
      statement, key: key, origin: origin.description, generation: secrets.generation)
    if let owner, !owner.isSame(as: account) { throw .differentAccount }
    return account
  }

  /// Makes `account` signed in if nobody signed in or out since `generation`, and no other account has
  /// become the owner; the session it replaces is to be revoked from then on.
  private func commit(
    _ account: PersonalSyncAccount, expected generation: Int64
  ) async throws(IdentityError) {
    let journal = journal
    let now = clock.nowMilliseconds
    let known = try load()
    try await writing { (transaction) throws(IdentityError) in
      let (owner, session) = try inIdentity { () throws(JournalError) in
        (try journal.owner(transaction), try journal.session(transaction))
      }
      if let owner, !owner.isSame(as: account) { throw .differentAccount }
      let taken = try inIdentity { () throws(JournalError) in
        try journal.replaceSession(with: account, expectedGeneration: generation, transaction)
      }
      guard taken != nil else { throw .sessionChanged }
      guard let old = session.account, let secrets = known[old.session] else { return }
      try inIdentity { () throws(JournalError) in
        try journal.addRevocation(
          secrets.revocation(by: old.hubKey), nowMilliseconds: now, transaction)
      }
    }
  }

  // MARK: - Store and secrets

  func storedSession() async throws(IdentityError) -> StoredSession {
    let journal = journal
    return try await reading { (transaction) throws(JournalError) in
      try journal.session(transaction)
    }
  }

  private func owner() async throws(IdentityError) -> StoreOwner? {
    let journal = journal
    return try await reading { (transaction) throws(JournalError) in
      try journal.owner(transaction)
    }
  }

  func reading<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(JournalError) -> Result
  ) async throws(IdentityError) -> Result {
    try await store.read { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in try body(transaction) }
    }
  }

  func writing<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing Transaction) throws(IdentityError) -> Result
  ) async throws(IdentityError) -> Result {
    try await store.write { (transaction) throws(IdentityError) in try body(transaction) }
  }

  func load() throws(IdentityError) -> StoredSecrets {
    do { return try tokens.load() } catch {
      // What cannot be read holds no session; the next sign-in replaces it.
      guard error == .unreadable else { throw .secrets(error) }
      return StoredSecrets()
    }
  }

  func update(_ change: (inout StoredSecrets) -> Void) throws(IdentityError) {
    do { try tokens.update(change) } catch { throw .secrets(error) }
  }

  func origin(_ text: String) -> HTTPOrigin? {
    do throws(HTTPOriginError) {
      return try HTTPOrigin(parsing: text, allowsPlainHTTP: allowsPlainHTTP)
    } catch { return nil }
  }
}

extension PersonalSyncAccount {
  init(_ statement: SessionStatement, key: VerifyingKey, origin: String, generation: Int64) {
    self.init(
      hub: statement.hub, hubKey: key, origin: origin, account: statement.account,
      name: statement.accountName, timeZone: statement.timeZone, session: statement.session,
      generation: generation)
  }
}

extension SessionSecrets {
  func revocation(by hubKey: VerifyingKey?) -> PendingRevocation {
    PendingRevocation(origin: origin, hubKey: hubKey, revokeHandle: revokeHandle)
  }
}
