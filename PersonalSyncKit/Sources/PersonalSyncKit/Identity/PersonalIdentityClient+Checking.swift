import HubContracts
import ToolboxCrypto
import ToolboxHTTPClient
import ToolboxSQLite

extension PersonalIdentityClient {
  /// The account of now, as the store remembers it, or nil while signed out; asks nobody.
  public func currentAccount() async throws(IdentityError) -> PersonalSyncAccount? {
    try await reconcile()
    return try await storedSession().account
  }

  /// The account of now, proved by the Hub just now; nil while signed out.
  ///
  /// A session that the Hub has ended is removed here, unless another has taken its place. Tells the
  /// Hub of sessions that ended here while it could not be reached.
  public func verifiedSyncAccount() async throws(IdentityError) -> PersonalSyncAccount? {
    try await reconcile()
    // Twice, because another process may change the bearer between the look and the question.
    for _ in 0..<2 {
      guard let account = try await storedSession().account,
        let secrets = try load()[account.session]
      else {
        try await tellPending()
        return nil
      }
      if let proved = try await prove(account, by: secrets) {
        try await tellPending()
        return proved
      }
      if try await refused(secrets.bearer, of: account) {
        try await tellPending()
        return nil
      }
    }
    throw .sessionChanged
  }

  /// Nil where the Hub refuses the bearer.
  private func prove(
    _ account: PersonalSyncAccount, by secrets: SessionSecrets
  ) async throws(IdentityError) -> PersonalSyncAccount? {
    guard let origin = origin(account.origin) else { throw .invalidResponse }
    try await statements.requireHub(account.hubKey, at: origin, random: random)
    switch try await statements.ask(secrets, at: origin, pinned: account.hubKey, random: random) {
    case .unauthorized: return nil
    case .verified(let statement, let key, let checkpoint):
      let proved = PersonalSyncAccount(
        statement, key: key, origin: account.origin, generation: account.generation)
      guard proved.hub == account.hub, proved.account == account.account else {
        throw .invalidResponse
      }
      try await requireCurrentAccount(account)
      if proved != account { try await remember(proved) }
      offeredCheckpoint = checkpoint
      return proved
    }
  }

  private func remember(_ account: PersonalSyncAccount) async throws(IdentityError) {
    let journal = journal
    try await writing { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.refreshSession(account, transaction)
      }
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
  /// `isProved` where ``verifiedSyncAccount()`` has just done so. A bearer that is a day old is changed
  /// first, so this is for whoever holds the pass lock and nobody else.
  func bearer(
    of grant: PersonalSyncAccount, isProved: Bool
  ) async throws(IdentityError) -> String {
    guard let origin = origin(grant.origin) else { throw .invalidResponse }
    if !isProved { try await statements.requireHub(grant.hubKey, at: origin, random: random) }
    return try await rotatedBearer(of: grant, at: origin)
  }

  // MARK: - After a crash

  /// Ends what a crash between two steps of a sign-in or sign-out has left half done.
  ///
  /// A secret without its session is removed and revoked, a session without its secret is signed out.
  func reconcile() async throws(IdentityError) {
    try await removeLeftovers()
    let session = try await storedSession()
    if let account = session.account, try load()[account.session] == nil {
      try await end(expected: account.generation)
    }
  }

  /// Removes the secrets of sessions that are not current and never can be.
  ///
  /// Their ends are on record before they go, so a crash between the two repeats this and loses none.
  func removeLeftovers() async throws(IdentityError) {
    let journal = journal
    let now = clock.nowMilliseconds
    let stored = try load()
    if stored.sessions.isEmpty { return }
    let session = try await storedSession()
    let leftovers = stored.sessions.filter { $0.isLeftover(beside: session, at: now) }
    if leftovers.isEmpty { return }
    try await writing { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        let owner = try journal.owner(transaction)
        for secrets in leftovers {
          try journal.addRevocation(
            secrets.revocation(by: owner?.hubKey), nowMilliseconds: now, transaction)
        }
      }
    }
    try update { $0.remove(leftovers.map(\.session)) }
  }
}

extension SessionSecrets {
  /// A sign-in takes milliseconds from the save to the commit; one that is older was cut off.
  private static var signInMillisecondsMax: Int64 { 10 * 60_000 }

  /// Whether this can be no current session any more.
  ///
  /// A later generation than the store's is a sign-in that is about to commit, perhaps in another
  /// process, unless it has been about to for long.
  fileprivate func isLeftover(beside stored: StoredSession, at now: Int64) -> Bool {
    if session == stored.account?.session { return false }
    return generation <= stored.generation
      || !(0..<Self.signInMillisecondsMax).contains(now - bearerSinceMilliseconds)
  }
}
