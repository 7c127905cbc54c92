import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxSQLite

/// Signs one store in and out, and proves which account it is signed in to.
///
/// A bearer is saved only after its statement was verified. A durable generation rises with each
/// sign-in and sign-out, so a late answer of an older one has no effect, in whichever process it
/// arrives. Signing out is durable here first and told to the Hub afterwards.
/// Source: docs/protocol/identity.md.
public actor PersonalIdentityClient {
  private let journal: Journal
  private let store: DatabasePool
  private let tokens: any TokenStore
  private let http: any HTTPClient
  private let clock: any SyncClock
  private let random: any RandomBytes
  private let grants: DeviceGrantLink
  private let statements: StatementLink
  private let allowsPlainHTTP: Bool

  /// The identity of one store, for the app that the ``Fleet`` calls `client`.
  ///
  /// `allowsPlainHTTP` lets a Hub without TLS on another machine be used: only for a network that the
  /// person trusts.
  public init(
    client: String, journal: Journal, store: DatabasePool, tokens: any TokenStore,
    http: any HTTPClient, clock: any SyncClock, random: any RandomBytes,
    allowsPlainHTTP: Bool = false
  ) {
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

  // MARK: - Signing in

  /// Begins a sign-in that the person approves on the Hub's own page.
  public func startSignIn(at origin: HTTPOrigin) async throws(IdentityError) -> DevicePrompt {
    let journal = journal
    let (generation, waiting) = try await store.read { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        let isOwned = try journal.owner(transaction) != nil
        return (
          try journal.session(transaction).generation,
          isOwned ? 0 : try journal.pendingMutationCount(transaction)
        )
      }
    }
    return try await grants.start(
      at: origin, document: journal.document, unownedRecords: waiting, generation: generation,
      random: random)
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
        case .granted(let secrets):
          return try await adopt(secrets, at: prompt.origin, expected: prompt.generation)
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
    let generation = try await storedSession().generation
    let secrets = SessionSecrets(
      session: session, bearer: bearer, revokeHandle: revokeHandle, origin: origin.description,
      generation: generation + 1)
    return try await adopt(secrets, at: origin, expected: generation)
  }

  /// Verify, compare with the owner, save the secret beside the current one, make its session current,
  /// then let it take the place: a crash between any two leaves the old session or the new one, never
  /// half of one, and another process that looks meanwhile sees one of them.
  private func adopt(
    _ secrets: SessionSecrets, at origin: HTTPOrigin, expected generation: Int64
  ) async throws(IdentityError) -> PersonalSyncAccount {
    let owner = try await owner()
    let reply: StatementLink.Reply
    do throws(IdentityError) {
      reply = try await statements.ask(
        secrets, at: origin, pinned: owner?.hubKey, random: random)
    } catch {
      await revoke(secrets)
      throw error
    }
    guard case .verified(let statement, let key) = reply else { throw .invalidResponse }
    let account = PersonalSyncAccount(
      statement, key: key, origin: origin.description, generation: generation + 1)
    if let owner, !owner.isSame(as: account) {
      await revoke(secrets)
      throw .differentAccount
    }
    try offer(secrets)
    guard try await makeCurrent(account, expected: generation) else {
      try withdraw(secrets)
      await revoke(secrets)
      throw .sessionChanged
    }
    try update { $0.promote(account.session) }
    await revokeAllPending()
    return account
  }

  private func makeCurrent(
    _ account: PersonalSyncAccount, expected generation: Int64
  ) async throws(IdentityError) -> Bool {
    let journal = journal
    let taken = try await store.write { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.replaceSession(with: account, expectedGeneration: generation, transaction)
      }
    }
    return taken != nil
  }

  // MARK: - Checking

  /// The account of now, as the store remembers it, or nil while signed out; asks nobody.
  public func currentAccount() async throws(IdentityError) -> PersonalSyncAccount? {
    try await reconcile()
    return try await storedSession().account
  }

  /// The account of now, proved by the Hub just now; nil while signed out.
  ///
  /// A session that the Hub has ended is removed here, unless another has taken its place.
  public func verifiedSyncAccount() async throws(IdentityError) -> PersonalSyncAccount? {
    try await reconcile()
    guard let account = try await storedSession().account,
      let secrets = try load().secrets(of: account.session)
    else { return nil }
    guard let origin = origin(account.origin) else { throw .invalidResponse }
    try await statements.requireHub(account.hubKey, at: origin, random: random)
    switch try await statements.ask(
      secrets, at: origin, pinned: account.hubKey, random: random)
    {
    case .unauthorized:
      try await sessionEnded(account)
      return nil
    case .verified(let statement, let key):
      let proved = PersonalSyncAccount(
        statement, key: key, origin: account.origin, generation: account.generation)
      guard proved.hub == account.hub, proved.account == account.account else {
        throw .invalidResponse
      }
      try await requireCurrentAccount(account)
      if proved != account { try await remember(proved) }
      await revokeAllPending()
      return proved
    }
  }

  /// Throws ``IdentityError/sessionChanged`` unless this is still the session of now; asks nobody.
  public func requireCurrentAccount(_ account: PersonalSyncAccount) async throws(IdentityError) {
    let session = try await storedSession()
    guard session.generation == account.generation, session.account?.session == account.session
    else { throw .sessionChanged }
  }

  /// The bearer of a grant that is still current, for a pass against a Hub that has proved itself.
  ///
  /// `isProved` where ``verifiedSyncAccount()`` has just done so.
  func bearer(
    of grant: PersonalSyncAccount, isProved: Bool
  ) async throws(IdentityError) -> String {
    if !isProved {
      guard let origin = origin(grant.origin) else { throw .invalidResponse }
      try await statements.requireHub(grant.hubKey, at: origin, random: random)
    }
    guard let secrets = try load().secrets(of: grant.session) else { throw .sessionChanged }
    return secrets.bearer
  }

  var isPlainHTTPAllowed: Bool { allowsPlainHTTP }

  // MARK: - Ending

  /// Ends the session here, durably, and then at the Hub; the store keeps its owner and its data.
  ///
  /// Where the Hub cannot be reached, the session's end is remembered and told with the next contact.
  /// Returns whether the Hub has heard of it.
  @discardableResult
  public func signOut() async throws(IdentityError) -> Bool {
    try await end(expected: nil)
    await revokeAllPending()
    return try load().revocations.isEmpty
  }

  /// Removes a session that the Hub says has ended, unless another has taken its place.
  func sessionEnded(_ account: PersonalSyncAccount) async throws(IdentityError) {
    try await end(expected: account.generation)
  }

  private func end(expected generation: Int64?) async throws(IdentityError) {
    let journal = journal
    let taken = try await store.write { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.replaceSession(
          with: nil, expectedGeneration: generation, transaction)
      }
    }
    guard taken != nil else { return }
    try update { secrets in
      for ended in [secrets.current, secrets.next] {
        if let ended { secrets.addRevocation(of: ended) }
      }
      (secrets.current, secrets.next) = (nil, nil)
    }
  }

  // MARK: - Secrets

  private func storedSession() async throws(IdentityError) -> StoredSession {
    let journal = journal
    return try await store.read { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in try journal.session(transaction) }
    }
  }

  private func owner() async throws(IdentityError) -> StoreOwner? {
    let journal = journal
    return try await store.read { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in try journal.owner(transaction) }
    }
  }

  private func remember(_ account: PersonalSyncAccount) async throws(IdentityError) {
    let journal = journal
    try await store.write { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.refreshSession(account, transaction)
      }
    }
  }

  /// Ends what a crash between two steps of a sign-in or sign-out has left half done.
  ///
  /// A secret of a later generation than the session that was read belongs to a sign-in that went on
  /// meanwhile, and is left alone.
  private func reconcile() async throws(IdentityError) {
    let session = try await storedSession()
    var isDiscarded = false
    try update { secrets in
      secrets.promote(session.account?.session)
      guard let current = secrets.current, current.session != session.account?.session,
        current.generation <= session.generation
      else { return }
      secrets.addRevocation(of: current)
      secrets.current = nil
      isDiscarded = true
    }
    if isDiscarded { await revokeAllPending() }
    if let account = session.account, try load().secrets(of: account.session) == nil {
      try await end(expected: account.generation)
    }
  }

  private func load() throws(IdentityError) -> StoredSecrets {
    do { return try tokens.load() } catch {
      // An unreadable file holds no session; the next sign-in replaces it.
      guard error == .unreadable else { throw .secrets(error) }
      return StoredSecrets()
    }
  }

  private func update(_ change: (inout StoredSecrets) -> Void) throws(IdentityError) {
    do { try tokens.update(change) } catch { throw .secrets(error) }
  }

  /// Saves the secret of a session that is about to become current.
  private func offer(_ new: SessionSecrets) throws(IdentityError) {
    try update { secrets in
      if let abandoned = secrets.next { secrets.addRevocation(of: abandoned) }
      secrets.next = new
    }
  }

  /// Takes back a secret whose session did not become current.
  private func withdraw(_ new: SessionSecrets) throws(IdentityError) {
    try update { secrets in
      if secrets.next == new { secrets.next = nil }
    }
  }

  private func revoke(_ secrets: SessionSecrets) async {
    await revoke(
      PendingRevocation(origin: secrets.origin, revokeHandle: secrets.revokeHandle))
  }

  /// Tells the Hub of every session that has ended here; what cannot be told stays for later.
  private func revokeAllPending() async {
    do throws(IdentityError) {
      for revocation in try load().revocations { await revoke(revocation) }
    } catch {
      // Without the secrets there is nothing to tell; the Hub ends the session when it expires.
    }
  }

  private func revoke(_ revocation: PendingRevocation) async {
    let isTold = await tell(revocation)
    do throws(IdentityError) {
      try update { secrets in
        secrets.revocations.removeAll { $0 == revocation }
        if !isTold { secrets.revocations.append(revocation) }
      }
    } catch {
      // The session is over on this side, durably; the Hub ends it when it expires.
    }
  }

  private func tell(_ revocation: PendingRevocation) async -> Bool {
    guard let origin = origin(revocation.origin) else { return true }
    let request = HTTPRequest(
      method: .delete, path: "/v1/session",
      headers: ["Authorization": "Bearer \(revocation.revokeHandle)"])
    do throws(HTTPClientError) {
      return (200..<500).contains(try await http.send(request, to: origin).status)
    } catch { return false }
  }

  private func origin(_ text: String) -> HTTPOrigin? {
    do throws(HTTPOriginError) {
      return try HTTPOrigin(parsing: text, allowsPlainHTTP: allowsPlainHTTP)
    } catch { return nil }
  }
}

extension StoredSecrets {
  func secrets(of session: SessionID) -> SessionSecrets? {
    [current, next].compactMap(\.self).first { $0.session == session }
  }

  /// Lets the secret of the session that is now current take its place; its predecessor is revoked.
  mutating func promote(_ session: SessionID?) {
    guard let next, next.session == session else { return }
    if let replaced = current { addRevocation(of: replaced) }
    (current, self.next) = (next, nil)
  }

  mutating func addRevocation(of session: SessionSecrets) {
    let entry = PendingRevocation(origin: session.origin, revokeHandle: session.revokeHandle)
    if !revocations.contains(entry) { revocations.append(entry) }
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
