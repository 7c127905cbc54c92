import HubContracts
import ToolboxCrypto

public enum InviteAnswer: Sendable {
  /// The code of the link; it exists nowhere else.
  case invited(SecretToken)
  /// The password is not fresh.
  case needsVerification
  /// So many are open already.
  case tooMany
}

extension IdentityService {
  /// Whether an account may invite others: the Hub's owner alone.
  public func isOwner(_ account: Account) async throws(StorageError) -> Bool {
    try await storage.accounts().contains { $0.isOwner && $0.account.number == account.number }
  }

  /// Makes a one-time link for one more account, good for 72 hours (SIGN-05).
  ///
  /// - Precondition: the session is the owner's.
  public func invite(
    by session: WebSession, from network: NetworkPrefix
  ) async throws(StorageError) -> InviteAnswer {
    guard isFresh(session) else { return .needsVerification }
    let token = SecretToken(.invitation, random: random)
    let invitation = NewInvitation(
      token: token.hash, inviter: acting(session), createdAtMilliseconds: clock.nowMilliseconds)
    let isKept = try await storage.insert(
      invitation, countMax: NewInvitation.countMax, noting: event(.accountInvited, from: network))
    guard let isKept else { return .needsVerification }
    return isKept ? .invited(token) : .tooMany
  }

  /// When each open invitation was made, the newest first.
  public func openInvitations() async throws(StorageError) -> [Int64] {
    try await storage.openInvitations(at: clock.nowMilliseconds)
  }

  /// Makes every open invitation useless; none is success.
  public func withdrawInvitations() async throws(StorageError) {
    try await storage.withdrawInvitations()
  }

  /// Whether there is a page for joining at all; without a good code in it, it can do nothing.
  public func isJoinOpen() async throws(StorageError) -> Bool {
    try await !storage.openInvitations(at: clock.nowMilliseconds).isEmpty
  }

  /// Makes the account of an invitation and signs the browser in.
  ///
  /// Of many calls with the same code at most one makes an account.
  public func join(
    _ form: SetupForm, from network: NetworkPrefix
  ) async throws(StorageError) -> SetupAnswer {
    guard let token = SecretToken(.invitation, text: form.code)?.hash,
      try await storage.isOpen(invitation: token, at: clock.nowMilliseconds)
    else { return .closed }
    let name: DisplayName
    do throws(SetupProblems) { name = try checkedName(of: form) } catch {
      return .invalid(error.all)
    }
    let id: AccountID = newIdentifier()
    let sealed = await sealedHash(of: form.password, for: id, shownBy: token)
    guard let sealed else { return .busy }
    let (session, cookie) = newWebSession(from: network)
    let account = NewAccount(
      id: id, name: name, timeZone: form.timeZone, sealedPassword: sealed,
      createdAtMilliseconds: session.signedInAtMilliseconds)
    let result = try await storage.join(
      account, session: session, invitation: token,
      noting: event(.accountCreated, from: network, by: .invitation))
    switch result {
    case .joined(let account): return .created(signedIn(session, cookie, account))
    case .gone: return .closed
    case .nameTaken: return .invalid([.nameTaken])
    }
  }

  /// The account's newest security events, the newest first.
  public func securityEvents(of account: Account) async throws(StorageError) -> [SecurityEvent] {
    try await storage.securityEvents(of: account.number, countMax: 20)
  }

  func event(
    _ kind: SecurityEvent.Kind, from network: NetworkPrefix, by method: SecurityEvent.Method? = nil,
    client: String? = nil, session: SessionID? = nil
  ) -> SecurityEvent {
    SecurityEvent(
      kind, atMilliseconds: clock.nowMilliseconds, network: network.kept, method: method,
      client: client, session: session)
  }
}
