import HubContracts
import ToolboxCrypto
import ToolboxHTTP
import ToolboxHTTPClient
import ToolboxSQLite

/// What a sign-out found and did; either way nobody is signed in afterwards.
public enum SignOutOutcome: Sendable, Equatable {
  /// There was no session to end.
  case nobodyWasSignedIn
  case hubTold
  /// The Hub could not be reached; it hears of it at the next start or pass, for 30 days.
  case hubNotToldYet
}

extension PersonalIdentityClient {
  /// Ends the session here, durably, and then at the Hub; the store keeps its owner and its data.
  ///
  /// Where the Hub cannot be reached, the session's end stays on record for 30 days and is told at the
  /// next start or pass. Throws ``IdentityError/secrets(_:)``
  /// where the secret could not be removed: the session is over all the same, the secret is never used
  /// again, and the next look removes it.
  @discardableResult
  public func signOut() async throws(IdentityError) -> SignOutOutcome {
    var failure: IdentityError?
    var before: StoredSession?
    do throws(IdentityError) { before = try await end(expected: nil) } catch {
      guard case .secrets = error else { throw error }
      failure = error
    }
    let isTold = try await tellPending()
    if let failure { throw failure }
    guard before?.account != nil else { return .nobodyWasSignedIn }
    return isTold ? .hubTold : .hubNotToldYet
  }

  /// Ends the session of a bearer that the Hub refused, if it is still the bearer of now; whether it was.
  ///
  /// A late refusal of a bearer that has been changed since, or of a session that was replaced, ends
  /// nothing.
  func refused(
    _ bearer: String, of account: PersonalSyncAccount
  ) async throws(IdentityError) -> Bool {
    guard try load()[account.session]?.bearer == bearer else { return false }
    return try await end(expected: account.generation) != nil
  }

  /// Signs out, unless the generation is no longer `expected`; the session until then, or nil.
  @discardableResult
  func end(expected generation: Int64?) async throws(IdentityError) -> StoredSession? {
    let journal = journal
    let now = clock.nowMilliseconds
    var secrets = StoredSecrets()
    // Without them the session ends all the same, and the Hub hears of it when they can be read.
    do { secrets = try tokens.load() } catch {}
    let known = secrets
    let ended = try await writing { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) -> StoredSession? in
        let session = try journal.session(transaction)
        let taken = try journal.replaceSession(
          with: nil, expectedGeneration: generation, transaction)
        guard taken != nil else { return nil }
        if let account = session.account, let secrets = known[account.session] {
          try journal.addRevocation(
            secrets.revocation(by: account.hubKey), nowMilliseconds: now, transaction)
        }
        return session
      }
    }
    guard ended != nil else { return nil }
    try await removeLeftovers()
    return ended
  }

  // MARK: - Telling the Hub

  /// Takes back a session that did not become current; its end is told now or later.
  func discard(_ secrets: SessionSecrets, hubKey: VerifyingKey?) async throws(IdentityError) {
    let journal = journal
    let now = clock.nowMilliseconds
    try await writing { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.addRevocation(
          secrets.revocation(by: hubKey), nowMilliseconds: now, transaction)
      }
    }
    try update { $0.remove([secrets.session]) }
    try await tellPending()
  }

  /// Tells the Hub of every session that has ended here; whether nothing is left to tell.
  @discardableResult
  func tellPending() async throws(IdentityError) -> Bool {
    let journal = journal
    let now = clock.nowMilliseconds
    var pending = try await reading { (transaction) throws(JournalError) in
      try journal.revocations(transaction)
    }
    if pending.isEmpty { return true }
    try await writing { (transaction) throws(IdentityError) in
      try inIdentity { () throws(JournalError) in
        try journal.dropOldRevocations(nowMilliseconds: now, transaction)
      }
    }
    pending = try await reading { (transaction) throws(JournalError) in
      try journal.revocations(transaction)
    }
    for revocation in pending {
      // A Hub that does not answer one will not answer the next; both wait for another time.
      guard await tell(revocation) else { return false }
      try await writing { (transaction) throws(IdentityError) in
        try inIdentity { () throws(JournalError) in
          try journal.removeRevocation(revocation, transaction)
        }
      }
    }
    return true
  }

  private func tell(_ revocation: PendingRevocation) async -> Bool {
    guard let origin = origin(revocation.origin) else { return true }
    do throws(IdentityError) {
      if let key = revocation.hubKey {
        try await statements.requireHub(key, at: origin, random: random)
      }
      return try await statements.revoke(revocation.revokeHandle, at: origin)
    } catch { return false }
  }
}
